/** The state of a task for a user, computed from what the user did. */

import { type TaskDefinition, type TaskKind, type TaskState, VISIT_DELAY_MILLIS } from '../../contract/earn/tasks.ts'
import type { Millis, TaskId, UserId } from '../../contract/ids.ts'
import { friendIdsOf } from '../accounts/views.ts'
import { activityOf } from '../core.ts'
import { depositCountOf } from '../deposits/views.ts'
import type { State } from '../state.ts'
import { levelOf } from '../verification/views.ts'
import type { TaskFailure } from './commands.ts'
import { NEW_TASK, rewardsIn, standingIn, type Task, type UserTask } from './state.ts'

export type TaskReason = 'previous_task' | 'not_open_yet' | 'standing' | TaskFailure

export type TaskStatus = {
  readonly state: TaskState
  /** For the states `locked` and `failed`. */
  readonly reason: TaskReason | null
  readonly progress: number
  readonly target: number
  /** When a started task without proof can be claimed. */
  readonly verifyAfter: Millis | null
  readonly claimedAt: Millis | null
}

const UNITS_PER_USDT = 100_000_000n

const COUNTED: readonly TaskKind[] = [
  'first_trade',
  'trade_volume',
  'convert',
  'invite_n',
  'first_deposit',
  'verify_identity',
]

/** The engine counts these itself; all others are attested by the server, or only delayed. */
export const isCounted = (kind: TaskKind): boolean => COUNTED.includes(kind)

export const userTaskIn = (state: State, user: UserId, task: TaskId): UserTask =>
  rewardsIn(state.rewards, user).tasks?.get(task) ?? { task, ...NEW_TASK }

export function taskStatus(state: State, user: UserId, entry: Task, at: Millis): TaskStatus {
  const { task } = entry
  const own = userTaskIn(state, user, task.id)
  const progress = progressOf(state, user, task, own, at)
  const claimedAt = own.claimedAt ?? null
  const common = { progress, target: task.target, claimedAt, reason: null, verifyAfter: verifyAfterOf(task, own) }
  if (claimedAt !== null) return { ...common, state: 'claimed', progress: task.target }
  if (hasEnded(entry, at, progress)) return { ...common, state: 'expired' }
  const lock = lockOf(state, user, task, own, at)
  if (lock !== undefined) return { ...common, state: 'locked', reason: lock }
  return { ...common, ...openState(own, task, progress) }
}

function openState(own: UserTask, task: TaskDefinition, progress: number): Pick<TaskStatus, 'state' | 'reason'> {
  if (progress >= task.target) return { state: 'claimable', reason: null }
  if (own.failure !== undefined) return { state: 'failed', reason: own.failure }
  if (own.startedAt !== undefined) return { state: 'checking', reason: null }
  return { state: progress > 0 ? 'started' : 'available', reason: null }
}

/** How long a task that was done can be claimed after it was retired. */
const RETIRED_MILLIS: Millis = 7 * 24 * 60 * 60 * 1_000

/** Also when all its rewards are taken. */
const hasEnded = ({ task, retiredAt, claims }: Task, at: Millis, progress: number): boolean =>
  (retiredAt !== undefined && (progress < task.target || at >= retiredAt + RETIRED_MILLIS)) ||
  (task.closesAt !== null && at >= task.closesAt) ||
  (task.maxClaims !== null && claims >= task.maxClaims)

/** Why the task cannot be done or claimed now. */
function lockOf(state: State, user: UserId, task: TaskDefinition, own: UserTask, at: Millis): TaskReason | undefined {
  if (task.opensAt !== null && at < task.opensAt) return 'not_open_yet'
  if (task.after !== null && userTaskIn(state, user, task.after).claimedAt === undefined) return 'previous_task'
  const isInGoodStanding = standingIn(state.rewards, user).state === 'ok'
  return isInGoodStanding || own.isAccrued ? undefined : 'standing'
}

function progressOf(state: State, user: UserId, task: TaskDefinition, own: UserTask, at: Millis): number {
  switch (task.kind) {
    case 'first_trade':
      return Math.min(task.target, activityOf(state, user)?.trades ?? 0)
    case 'convert':
      return Math.min(task.target, activityOf(state, user)?.conversions ?? 0)
    case 'trade_volume':
      return Math.min(task.target, Number((activityOf(state, user)?.volume ?? 0n) / UNITS_PER_USDT))
    case 'first_deposit':
      return Math.min(task.target, depositCountOf(state, user))
    case 'verify_identity':
      return levelOf(state, user) > 0 ? task.target : 0
    case 'invite_n':
      return qualifiedFriends(state, user, task.target)
    case 'visit_link':
      return own.startedAt !== undefined && at >= own.startedAt + VISIT_DELAY_MILLIS ? task.target : 0
    default:
      return own.attestedAt === undefined ? 0 : task.target
  }
}

/** Stops at `most`. Friends who are held or whose account is limited do not count. */
function qualifiedFriends(state: State, user: UserId, most: number): number {
  let count = 0
  for (const friend of friendIdsOf(state, user)) {
    if (count >= most) break
    const isQualified = !state.referrals.held.has(friend) && activityOf(state, friend)?.qualifiedAt !== undefined
    if (isQualified && standingIn(state.rewards, friend).state === 'ok') count += 1
  }
  return count
}

const verifyAfterOf = ({ kind }: TaskDefinition, { startedAt }: UserTask): Millis | null =>
  kind === 'visit_link' && startedAt !== undefined ? startedAt + VISIT_DELAY_MILLIS : null
