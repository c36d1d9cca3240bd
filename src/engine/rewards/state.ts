/** The reward program and the rewards of each user. Only the appliers in `module.ts` write them. */

import type { RewardParameters } from '../../contract/earn/parameters.ts'
import type { TaskDefinition } from '../../contract/earn/tasks.ts'
import type { RewardStanding } from '../../contract/earn/views.ts'
import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, TaskId, UserId } from '../../contract/ids.ts'
import type { TaskFailure } from './commands.ts'

export type MiningRun = { readonly startedAt: Millis; readonly endsAt: Millis; readonly ratePerHour: Xp }
/** The last run that was paid. */
type PaidRun = { readonly startedAt: Millis; readonly endedAt: Millis; readonly reward: Xp }
/** `days` of the streak; a claim before `expiresAt` continues it. */
type DailyClaim = { readonly days: number; readonly amount: Xp; readonly claimedAt: Millis; readonly expiresAt: Millis }
/** `day` in days since 1970 (UTC). */
type PaidOfDay = { readonly day: number; readonly amount: Xp }

export type Standing = {
  readonly state: RewardStanding
  readonly reason: string
  readonly since: Millis | undefined
  /** The standing when the day of commissions began, if it changed since. */
  readonly atDayStart: RewardStanding
}

export type UserTask = {
  readonly task: TaskId
  readonly startedAt: Millis | undefined
  readonly attestedAt: Millis | undefined
  readonly failure: TaskFailure | undefined
  readonly claimedAt: Millis | undefined
  /** It was done while the standing was `ok`, and stays claimable. */
  readonly isAccrued: boolean
}

/** What is undefined did not happen yet. The values are replaced, not changed, so that a snapshot can share them. */
export type UserRewards = {
  standing: Standing | undefined
  run: MiningRun | undefined
  lastRun: PaidRun | undefined
  daily: DailyClaim | undefined
  paid: PaidOfDay | undefined
  tasks: Map<TaskId, UserTask> | undefined
  /** Friends whose bonus was paid. */
  bonuses: Set<UserId> | undefined
  /** Signals of linked accounts that had their effect. */
  signals: Set<string> | undefined
}

export type Task = { readonly task: TaskDefinition; readonly retiredAt: Millis | undefined; readonly claims: number }

export type RewardState = {
  version: number
  parameters: RewardParameters | undefined
  /** Whether XP was ever created. */
  wasFunded: boolean
  /** To all users together. */
  paid: PaidOfDay | undefined
  readonly tasks: Map<TaskId, Task>
  readonly users: Map<UserId, UserRewards>
  /** The first user who did a channel task with each Telegram account, by `memberKey`. */
  readonly members: Map<string, UserId>
}

export const emptyRewards = (): RewardState => ({
  version: 0,
  parameters: undefined,
  wasFunded: false,
  paid: undefined,
  tasks: new Map(),
  users: new Map(),
  members: new Map(),
})

export const memberKey = (task: TaskId, member: string): string => `${task} ${member}`

export const NO_REWARDS: Readonly<UserRewards> = {
  standing: undefined,
  run: undefined,
  lastRun: undefined,
  daily: undefined,
  paid: undefined,
  tasks: undefined,
  bonuses: undefined,
  signals: undefined,
}

export const NEW_TASK: Omit<UserTask, 'task'> = {
  startedAt: undefined,
  attestedAt: undefined,
  failure: undefined,
  claimedAt: undefined,
  isAccrued: false,
}

export const GOOD_STANDING: Standing = { state: 'ok', reason: '', since: undefined, atDayStart: 'ok' }

/** Read only; a user without rewards has no entry of their own. */
export const rewardsIn = ({ users }: RewardState, user: UserId): Readonly<UserRewards> => users.get(user) ?? NO_REWARDS

export const standingIn = (rewards: RewardState, user: UserId): Standing =>
  rewardsIn(rewards, user).standing ?? GOOD_STANDING

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000
/** In days since 1970, UTC. */
export const dayOf = (at: Millis): number => Math.floor(at / DAY_MILLIS)
