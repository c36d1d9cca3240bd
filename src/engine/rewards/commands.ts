import type { RewardParameters } from '../../contract/earn/parameters.ts'
import type { TaskDefinition } from '../../contract/earn/tasks.ts'
import type { RewardStanding } from '../../contract/earn/views.ts'
import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, TaskId, UserId } from '../../contract/ids.ts'

/** Who did it and why, for the record. */
type ByOperator = { readonly operator: string; readonly reason: string }

/** Each change gets the next version number. Running mining runs keep the rate they started with. */
export type SetRewardParameters = ByOperator & {
  readonly type: 'set-reward-parameters'
  readonly parameters: RewardParameters
}

/** Creates XP for the account that pays rewards. */
export type FundRewards = ByOperator & { readonly type: 'fund-rewards'; readonly amount: Xp }

/** Adds a task, or replaces the definition of one with the same id and kind. */
export type SetTask = ByOperator & { readonly type: 'set-task'; readonly task: TaskDefinition }

/** Users who did the task can claim it for seven more days. */
export type RetireTask = ByOperator & { readonly type: 'retire-task'; readonly task: TaskId }

/** While a run exists, finished or not, it changes nothing. */
export type StartMining = { readonly type: 'start-mining'; readonly user: UserId }

/** `startedAt` names the run, so that a repeat after the payment changes nothing; null: the current run. */
export type EndMining = { readonly type: 'end-mining'; readonly user: UserId; readonly startedAt: Millis | null }

export type ClaimDaily = { readonly type: 'claim-daily'; readonly user: UserId }

/** Starts the delay of a task without proof. Repeating it changes nothing. */
export type StartTask = { readonly type: 'start-task'; readonly user: UserId; readonly task: TaskId }

/** The server observed that the user did the task. Repeating it changes nothing. */
export type Attest = {
  readonly type: 'attest'
  readonly user: UserId
  readonly task: TaskId
  /** What was observed, for the record. */
  readonly evidence: string
  /** Of `join_channel`: the Telegram account that is a member, as a keyed hash. It does a task for one user. */
  readonly member?: string
}

/** The server checked the task and it was not done. The user can try again. */
export type FailTask = {
  readonly type: 'fail-task'
  readonly user: UserId
  readonly task: TaskId
  readonly reason: TaskFailure
}
export type TaskFailure = 'not_a_member' | 'cannot_check' | 'wrong_answers' | 'wrong_code'

export type ClaimTask = { readonly type: 'claim-task'; readonly user: UserId; readonly task: TaskId }

export type SetRewardStanding = {
  readonly type: 'set-reward-standing'
  readonly user: UserId
  readonly standing: RewardStanding
  /** A sentence for the user. */
  readonly reason: string
  readonly operator: string
}

/**
 * The server detected linked accounts. A signal has its effect once, and none if the standing is as severe: it never
 * overrides what an operator decides later.
 */
export type ApplySignal = {
  readonly type: 'apply-signal'
  readonly user: UserId
  /** Its kind and a keyed hash. */
  readonly signal: string
  readonly standing: Exclude<RewardStanding, 'ok'>
  /** A sentence for the user. */
  readonly reason: string
}

export type RewardCommand =
  | SetRewardParameters
  | FundRewards
  | SetTask
  | RetireTask
  | StartMining
  | EndMining
  | ClaimDaily
  | StartTask
  | Attest
  | FailTask
  | ClaimTask
  | SetRewardStanding
  | ApplySignal
