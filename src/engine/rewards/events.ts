import type { RewardParameters } from '../../contract/earn/parameters.ts'
import type { TaskDefinition } from '../../contract/earn/tasks.ts'
import type { RewardStanding } from '../../contract/earn/views.ts'
import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, TaskId, UserId } from '../../contract/ids.ts'
import type { Posting } from '../postings.ts'
import type { TaskFailure } from './commands.ts'

export type RewardParametersSet = {
  readonly type: 'reward-parameters-set'
  readonly version: number
  readonly parameters: RewardParameters
}

type RewardsFunded = { readonly type: 'rewards-funded'; readonly postings: readonly Posting[] }

export type TaskSet = {
  readonly type: 'task-set'
  readonly at: Millis
  readonly task: TaskDefinition
  readonly isNew: boolean
}

export type TaskRetired = { readonly type: 'task-retired'; readonly at: Millis; readonly task: TaskId }

export type MiningStarted = {
  readonly type: 'mining-started'
  readonly user: UserId
  readonly startedAt: Millis
  readonly endsAt: Millis
  readonly ratePerHour: Xp
}

export type TaskStarted = {
  readonly type: 'task-started'
  readonly user: UserId
  readonly task: TaskId
  readonly at: Millis
}

export type TaskAttested = {
  readonly type: 'task-attested'
  readonly user: UserId
  readonly task: TaskId
  readonly at: Millis
  readonly evidence: string
  readonly member?: string
}

export type TaskFailed = {
  readonly type: 'task-failed'
  readonly user: UserId
  readonly task: TaskId
  readonly reason: TaskFailure
}

/** What a reward is for; each is paid once per user. `about` of a friend bonus is the friend. */
export type RewardCause =
  | { readonly kind: 'mining'; readonly startedAt: Millis; readonly endedAt: Millis }
  | { readonly kind: 'daily'; readonly days: number }
  | { readonly kind: 'task'; readonly task: TaskId; readonly title: string }
  | { readonly kind: 'friend_bonus'; readonly friend: UserId }

/** XP paid from the account `rewards`. A mining run that ended at once pays 0. */
export type RewardPaid = {
  readonly type: 'reward-paid'
  readonly at: Millis
  readonly user: UserId
  readonly cause: RewardCause
  readonly amount: Xp
  readonly postings: readonly Posting[]
}

export type RewardStandingSet = {
  readonly type: 'reward-standing-set'
  readonly at: Millis
  readonly user: UserId
  readonly standing: RewardStanding
  readonly reason: string
  /** Tasks that were done before: they stay claimable. */
  readonly accrued: readonly TaskId[]
}

export type SignalApplied = { readonly type: 'signal-applied'; readonly user: UserId; readonly signal: string }

export type RewardEvent =
  | RewardParametersSet
  | RewardsFunded
  | TaskSet
  | TaskRetired
  | MiningStarted
  | TaskStarted
  | TaskAttested
  | TaskFailed
  | RewardPaid
  | RewardStandingSet
  | SignalApplied
