import type { TaskDefinition, TaskState } from '../../contract/earn/tasks.ts'
import type { TaskId, UserId } from '../../contract/ids.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { type State, type TaskStatus, taskOf, tasksOf } from '../../engine/exchange.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { refuseReading } from './refuse-reading.ts'
import { NOT_AVAILABLE, taskReasonText } from './reward-texts.ts'
import { type RewardTimes, readTime, rewardTimes } from './reward-times.ts'

/** `reason` is a sentence. */
export type TaskFacts = {
  readonly task: TaskDefinition
  readonly status: Omit<TaskStatus, 'reason'> & { readonly reason: string | null }
}

/** Facts about a user that the server reads where they are stored. */
export type ObservedFacts = {
  readonly isEmailConfirmed: boolean
  readonly hasTwoFactor: boolean
  /** Whether an identity check is offered. */
  readonly canVerify: boolean
}

type Deps = {
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly clock: Clock
  readonly observe: (user: UserId) => Promise<ObservedFacts>
}

/** A task in these states can be done now. */
export const isOpen = (state: TaskState): boolean =>
  state === 'available' || state === 'started' || state === 'checking' || state === 'failed'

export async function listTasks(
  { sequencer, clock, observe }: Deps,
  user: UserId,
): Promise<(RewardTimes & { readonly tasks: readonly TaskFacts[] }) | Refusal> {
  const facts = await observe(user)
  return sequencer.read((state) => {
    const refusal = refuseReading(state, user)
    if (refusal !== undefined) return refusal
    const now = readTime(state, clock)
    const tasks = tasksOf(state, user, now).map(({ task, status }) => taskFacts(state, user, task, status, facts))
    return { ...rewardTimes(state, user, now), tasks }
  })
}

export function taskFacts(
  state: State,
  user: UserId,
  task: TaskDefinition,
  status: TaskStatus,
  facts?: ObservedFacts,
): TaskFacts {
  const reason = status.reason === null ? null : taskReasonText(status.reason, titleOf(state, user, task.after))
  if (isOpen(status.state) && task.kind === 'verify_identity' && facts?.canVerify === false)
    return { task, status: { ...status, state: 'locked', reason: NOT_AVAILABLE } }
  const isDone = isOpen(status.state) && facts !== undefined && isObserved(task, facts)
  return {
    task,
    status: isDone ? { ...status, state: 'claimable', progress: status.target, reason: null } : { ...status, reason },
  }
}

/** The server has observed that the user did it, and will attest it when it is claimed. */
const isObserved = ({ kind }: TaskDefinition, { isEmailConfirmed, hasTwoFactor }: ObservedFacts): boolean =>
  (kind === 'confirm_email' && isEmailConfirmed) || (kind === 'enable_2fa' && hasTwoFactor)

/** Undefined if the user does not see the task yet. */
export function titleOf(state: State, user: UserId, task: TaskId | null): string | undefined {
  const found = task === null ? undefined : taskOf(state, user, task, state.at)
  return found?.status.reason === 'not_open_yet' ? undefined : found?.task.title
}
