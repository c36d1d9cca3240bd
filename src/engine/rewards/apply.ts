/** What reward events do to the state. */

import type { Millis, TaskId, UserId } from '../../contract/ids.ts'
import { expectDefined } from '../assert.ts'
import { DAILY_COOLDOWN_MILLIS, STREAK_MILLIS } from './claim-daily.ts'
import type {
  MiningStarted,
  RewardPaid,
  RewardParametersSet,
  RewardStandingSet,
  SignalApplied,
  TaskAttested,
  TaskFailed,
  TaskRetired,
  TaskSet,
  TaskStarted,
} from './events.ts'
import {
  dayOf,
  GOOD_STANDING,
  memberKey,
  NEW_TASK,
  NO_REWARDS,
  type RewardState,
  type Task,
  type UserRewards,
  type UserTask,
} from './state.ts'

export const apply = {
  parameters(rewards: RewardState, { version, parameters }: RewardParametersSet): void {
    rewards.version = version
    rewards.parameters = parameters
  },

  task({ tasks }: RewardState, { task }: TaskSet): void {
    tasks.set(task.id, { task, retiredAt: undefined, claims: tasks.get(task.id)?.claims ?? 0 })
  },

  retired: ({ tasks }: RewardState, { task, at }: TaskRetired): void => changeTask(tasks, task, { retiredAt: at }),

  miningStarted(rewards: RewardState, { user, startedAt, endsAt, ratePerHour }: MiningStarted): void {
    own(rewards, user).run = { startedAt, endsAt, ratePerHour }
  },

  taskStarted: (rewards: RewardState, { user, task, at }: TaskStarted): void =>
    changeUserTask(rewards, user, task, { startedAt: at }),

  taskAttested(rewards: RewardState, { user, task, at, member }: TaskAttested): void {
    changeUserTask(rewards, user, task, { attestedAt: at, failure: undefined })
    if (member !== undefined) rewards.members.set(memberKey(task, member), user)
  },

  taskFailed: (rewards: RewardState, { user, task, reason }: TaskFailed): void =>
    changeUserTask(rewards, user, task, { failure: reason }),

  paid(rewards: RewardState, event: RewardPaid): void {
    const { user, at, amount } = event
    const of = own(rewards, user)
    close(rewards, of, event)
    of.paid = paidOf(of.paid, at, amount)
    rewards.paid = paidOf(rewards.paid, at, amount)
  },

  /** `dayStartedAt`: when the day of commissions began. A streak that was alive before a review lives at least a day after it. */
  standing(rewards: RewardState, event: RewardStandingSet, dayStartedAt: Millis): void {
    const { user, at, standing, reason, accrued } = event
    const of = own(rewards, user)
    const { state, since, atDayStart } = of.standing ?? GOOD_STANDING
    if (state === standing) {
      // Only the reason changed.
      of.standing = { state, reason, since, atDayStart }
      return
    }
    const isSecondChange = since !== undefined && since > dayStartedAt
    of.standing = { state: standing, reason, since: at, atDayStart: isSecondChange ? atDayStart : state }
    for (const task of accrued) changeUserTask(rewards, user, task, { isAccrued: true })
    const { daily } = of
    const wasPaused = state === 'under_review' && standing === 'ok' && since !== undefined
    if (daily !== undefined && wasPaused && since < daily.expiresAt)
      of.daily = { ...daily, expiresAt: Math.max(daily.expiresAt, at + DAILY_COOLDOWN_MILLIS) }
  },

  signal(rewards: RewardState, { user, signal }: SignalApplied): void {
    const of = own(rewards, user)
    of.signals ??= new Set()
    of.signals.add(signal)
  },
}

/** What the reward was for counts as paid. */
function close(rewards: RewardState, of: UserRewards, { user, at, cause, amount }: RewardPaid): void {
  switch (cause.kind) {
    case 'mining':
      of.run = undefined
      of.lastRun = { startedAt: cause.startedAt, endedAt: cause.endedAt, reward: amount }
      return
    case 'daily':
      of.daily = { days: cause.days, amount, claimedAt: at, expiresAt: at + STREAK_MILLIS }
      return
    case 'task':
      changeUserTask(rewards, user, cause.task, { claimedAt: at })
      changeTask(rewards.tasks, cause.task, { claims: (rewards.tasks.get(cause.task)?.claims ?? 0) + 1 })
      return
    case 'friend_bonus':
      of.bonuses ??= new Set()
      of.bonuses.add(cause.friend)
  }
}

function own({ users }: RewardState, user: UserId): UserRewards {
  const existing = users.get(user)
  if (existing !== undefined) return existing
  const created = { ...NO_REWARDS }
  users.set(user, created)
  return created
}

function changeTask(tasks: Map<TaskId, Task>, id: TaskId, change: Partial<Task>): void {
  tasks.set(id, { ...expectDefined(tasks.get(id), 'the task exists'), ...change })
}

function changeUserTask(rewards: RewardState, user: UserId, task: TaskId, change: Partial<UserTask>): void {
  const of = own(rewards, user)
  of.tasks ??= new Map()
  of.tasks.set(task, { ...(of.tasks.get(task) ?? { task, ...NEW_TASK }), ...change })
}

function paidOf(paid: UserRewards['paid'], at: Millis, amount: number): UserRewards['paid'] {
  const day = dayOf(at)
  return { day, amount: paid?.day === day ? paid.amount + amount : amount }
}
