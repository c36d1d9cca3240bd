/** Checks on the server whether a user did a task whose proof is not in the engine. */

import type { TaskDefinition } from '../../contract/earn/tasks.ts'
import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { TaskFailure } from '../../engine/exchange.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { User } from '../users/user-row.ts'
import type { GuessLimits } from './guess-limits.ts'
import type { ObservedFacts } from './list-tasks.ts'

export type TaskProof = { readonly code?: string; readonly answers?: readonly number[] }

/** `cannot_check`: Telegram did not tell. */
export type Membership = 'member' | 'not_a_member' | 'cannot_check'

export type CheckTaskDeps = {
  readonly limits: GuessLimits
  readonly users: { findById(id: UserId): Promise<User | undefined> }
  readonly observe: (user: UserId) => Promise<ObservedFacts>
  readonly membership: (channel: string, telegramId: number) => Promise<Membership>
  /** The keyed hash of a Telegram account. */
  readonly memberOf: (telegramId: number) => string
  /** The ids of the devices that the request names. */
  readonly deviceIds: (device: Pick<ClientDevice, 'tokens'>) => Promise<readonly string[]>
}

type Check =
  | { readonly type: 'done'; readonly evidence: string; readonly member?: string }
  | { readonly type: 'failed'; readonly reason: TaskFailure }
  /** Nothing is recorded. */
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** The engine counts it, or only delays it. */
  | { readonly type: 'not needed' }

const refused = (refusal: Refusal): Check => ({ type: 'refused', refusal })
const invalid = (reason: string): Check => refused(refuse('INVALID_REQUEST', { reason }))
const NOT_DONE = refused(refuse('TASK_NOT_DONE'))

export async function checkTask(
  deps: CheckTaskDeps,
  user: UserId,
  task: TaskDefinition,
  proof: TaskProof,
  device: ClientDevice,
): Promise<Check> {
  switch (task.kind) {
    case 'confirm_email':
      return (await deps.observe(user)).isEmailConfirmed ? { type: 'done', evidence: 'email confirmed' } : NOT_DONE
    case 'enable_2fa':
      return (await deps.observe(user)).hasTwoFactor ? { type: 'done', evidence: '2FA is on' } : NOT_DONE
    case 'join_channel':
      return checkMembership(deps, user, task)
    case 'quiz':
    case 'promo_code':
      return checkGuess(deps, user, task, proof, device)
    default:
      return { type: 'not needed' }
  }
}

async function checkMembership(
  { limits, users, membership, memberOf }: CheckTaskDeps,
  user: UserId,
  { channel }: TaskDefinition,
): Promise<Check> {
  const telegramId = (await users.findById(user))?.telegram_id
  if (telegramId == null) return refused(refuse('TASK_FAILED', { reason: 'Link your Telegram account first.' }))
  const refusal = limits.refuseCheck(user)
  if (refusal !== undefined) return refused(refusal)
  const found = await membership(channel ?? '', telegramId)
  return found === 'member'
    ? { type: 'done', evidence: `member of ${channel}`, member: memberOf(telegramId) }
    : { type: 'failed', reason: found }
}

async function checkGuess(
  { limits, deviceIds }: CheckTaskDeps,
  user: UserId,
  task: TaskDefinition,
  { code, answers }: TaskProof,
  device: ClientDevice,
): Promise<Check> {
  if (task.kind === 'quiz' && answers === undefined) return invalid('Answer the questions.')
  if (task.kind === 'promo_code' && code === undefined) return invalid('Enter the code.')
  const refusal = limits.refuseGuess(user, [device.address, ...(await deviceIds(device))])
  if (refusal !== undefined) return refused(refusal)
  if (task.kind === 'quiz')
    return isRight(task, answers ?? [])
      ? { type: 'done', evidence: 'all answers are right' }
      : { type: 'failed', reason: 'wrong_answers' }
  return isSame(task.code ?? '', code ?? '')
    ? { type: 'done', evidence: 'the code is right' }
    : { type: 'failed', reason: 'wrong_code' }
}

const isRight = ({ questions }: TaskDefinition, answers: readonly number[]): boolean =>
  answers.length === questions.length && questions.every(({ answer }, index) => answers[index] === answer)

const isSame = (wanted: string, sent: string): boolean => wanted.toLowerCase() === sent.toLowerCase()
