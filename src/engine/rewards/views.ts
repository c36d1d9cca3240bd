/** Rewards of one user and the reward program, for readers outside the engine. */

import type { RewardParameters } from '../../contract/earn/parameters.ts'
import type { TaskDefinition } from '../../contract/earn/tasks.ts'
import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, TaskId, UserId } from '../../contract/ids.ts'
import type { State } from '../state.ts'
import { DAILY_COOLDOWN_MILLIS, nextDaily } from './claim-daily.ts'
import { paidOnDay, rewardFunds } from './pay.ts'
import { rewardsIn, type Standing, standingIn, type Task, type UserRewards } from './state.ts'
import { type TaskStatus, taskStatus } from './task-status.ts'

export type Rewards = Pick<UserRewards, 'run' | 'lastRun'> & {
  readonly standing: Standing
  /** The last daily reward; the next one from `nextAt` on. */
  readonly daily: (NonNullable<UserRewards['daily']> & { readonly nextAt: Millis }) | undefined
}

export function rewardsOf({ rewards }: State, user: UserId): Rewards {
  const { run, lastRun, daily } = rewardsIn(rewards, user)
  return {
    standing: standingIn(rewards, user),
    run,
    lastRun,
    daily: daily && { ...daily, nextAt: daily.claimedAt + DAILY_COOLDOWN_MILLIS },
  }
}

const NO_SIGNALS: ReadonlySet<string> = new Set()

/** Signals of linked accounts that had their effect. */
export const appliedSignals = ({ rewards }: State, user: UserId): ReadonlySet<string> =>
  rewardsIn(rewards, user).signals ?? NO_SIGNALS

type RewardProgram = {
  readonly version: number
  readonly parameters: RewardParameters
  readonly funds: Xp
  readonly wasFunded: boolean
  /** On the day (UTC) of the last command. */
  readonly paidToday: Xp
}

/** Undefined until parameters are set. */
export function rewardProgram(state: State): RewardProgram | undefined {
  const { version, parameters, wasFunded, paid } = state.rewards
  if (parameters === undefined) return undefined
  return { version, parameters, funds: rewardFunds(state), wasFunded, paidToday: paidOnDay(state, paid) }
}

/** What a claim pays at `at`, or when it is due if that is later; undefined until parameters are set. */
export function nextDailyReward(state: State, user: UserId, at: Millis) {
  if (state.rewards.parameters === undefined) return undefined
  return nextDaily(state, user, Math.max(at, rewardsOf(state, user).daily?.nextAt ?? at))
}

type TaskOfUser = { readonly task: TaskDefinition; readonly status: TaskStatus }

/** The tasks that a user sees at `at`, in order. Those that are not open yet and those that ended unclaimed long ago are absent. */
export function tasksOf(state: State, user: UserId, at: Millis): readonly TaskOfUser[] {
  return [...state.rewards.tasks.values()]
    .map((entry) => ({ task: entry.task, status: taskStatus(state, user, entry, at), retiredAt: entry.retiredAt }))
    .filter(
      ({ status, retiredAt }) =>
        status.reason !== 'not_open_yet' && (status.state !== 'expired' || retiredAt === undefined),
    )
    .map(({ task, status }) => ({ task, status }))
    .sort((a, b) => a.task.position - b.task.position || a.task.id - b.task.id)
}

export function taskOf(state: State, user: UserId, task: TaskId, at: Millis): TaskOfUser | undefined {
  const entry = state.rewards.tasks.get(task)
  return entry && { task: entry.task, status: taskStatus(state, user, entry, at) }
}

/** All tasks with their number of claims, also retired ones. */
export const allTasks = ({ rewards }: State): Iterable<Task> => rewards.tasks.values()
