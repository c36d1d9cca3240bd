/** Schemas of the calls for rewards. Server only. */

import { z } from 'zod'
import { type CallSchema, count, decimal, emptyBody, id, Ok, pages, time, uuid } from '../call-schema.ts'
import { freeText } from '../free-text.ts'
import type { earnCalls } from './calls.ts'
import { TASK_GROUPS, TASK_KINDS, TASK_STATES } from './tasks.ts'
import { REWARD_KINDS, REWARD_STANDINGS } from './views.ts'

const times = { server_time: time, next_claim_at: time.nullable(), next_mining_at: time.nullable() }

const AppealView = z.strictObject({
  text: z.string(),
  sent_at: time,
  answer: z.string().nullable(),
  answered_at: time.nullable(),
})

const StandingView = z.strictObject({
  state: z.enum(REWARD_STANDINGS),
  reason: z.string(),
  appeal: AppealView.nullable(),
})

const LevelView = z.strictObject({ level: count, from: count, to: count.nullable() })

const EarnProfileView = z.strictObject({
  ...times,
  status: z.enum(['idle', 'mining', 'ready']),
  balance: count,
  last_run: time.nullable(),
  lang_code: z.string(),
  mining_rate_per_hour: count,
  mining_duration_seconds: count,
  mined: count,
  level: LevelView,
  days_check_in: count,
  last_claim_at: time.nullable(),
  reward_amount: count,
  next_reward_amount: count,
  streak_expires_at: time.nullable(),
  wheel: z.array(count),
  standing: StandingView,
  is_funded: z.boolean(),
})

const MiningStartView = z.strictObject({ ...times, status: z.literal('ok'), last_run: time })

const MiningEndView = z.strictObject({
  ...times,
  status: z.literal('ok'),
  reward: count,
  balance: count,
  last_run: time,
  repeated: z.boolean(),
})

const DailyRewardView = z.strictObject({
  ...times,
  status: z.enum(['ok', 'cooldown']),
  days_check_in: count,
  reward_amount: count,
  balance: count,
  last_claim_at: time,
  streak_expires_at: time,
})

const TaskView = z.strictObject({
  id,
  category: z.enum(TASK_GROUPS),
  kind: z.enum(TASK_KINDS),
  title: z.string(),
  description: z.string(),
  link: z.string().nullable(),
  reward_amount: count,
  reward_currency: z.literal('XP'),
  status: z.enum(TASK_STATES),
  reason: z.string().nullable(),
  progress: decimal,
  target: decimal,
  expires_at: time.nullable(),
  verify_after: time.nullable(),
  claimed_at: time.nullable(),
  verified: z.boolean(),
  questions: z.array(z.strictObject({ question: z.string(), options: z.array(z.string()) })),
  position: z.int(),
})

const TasksView = z.strictObject({ ...times, tasks: z.array(TaskView) })

const TaskCompleteView = z.strictObject({
  ...times,
  status: z.enum(['ok', 'pending']),
  task: TaskView,
  reward_amount: count,
  balance: count,
  retry_after: count.nullable(),
})

const LeaderboardView = z.strictObject({
  week_starts_at: time,
  week_ends_at: time,
  entries: z.array(z.strictObject({ rank: id, name: z.string(), xp: count, is_you: z.boolean() })),
  you: z.strictObject({ rank: id.nullable(), xp: count, hidden: z.boolean() }),
  server_time: time,
})

const RewardView = z.strictObject({
  uuid,
  type: z.enum(['reward', 'referral']),
  kind: z.enum(REWARD_KINDS),
  reason: z.string(),
  currency_symbol: z.string(),
  amount: decimal,
  created_at: time,
})

const RewardsPage = z.strictObject({ rewards: z.array(RewardView), next: z.boolean(), server_time: time })

/** By type name; published in `/openapi.json`. */
export const earnViews = {
  EarnProfileView,
  MiningStartView,
  MiningEndView,
  DailyRewardView,
  TaskView,
  TasksView,
  TaskCompleteView,
  LeaderboardView,
  RewardView,
  RewardsPage,
} as const

const UNPAID = [
  'ACCOUNT_NOT_FOUND',
  'REWARDS_NOT_READY',
  'REWARDS_UNFUNDED',
  'REWARDS_CAP_REACHED',
  'USER_CAP_REACHED',
  'REWARD_STANDING',
] as const

const MAX_APPEAL_LENGTH = 1_000

export const earnCallSchemas = {
  earnProfile: {
    summary: 'Points, mining run and daily reward of the user',
    input: emptyBody,
    reply: EarnProfileView,
    refusals: ['ACCOUNT_NOT_FOUND', 'REWARDS_NOT_READY'],
  },
  tasks: {
    summary: 'Tasks with their state for the user',
    input: emptyBody,
    reply: TasksView,
    refusals: ['ACCOUNT_NOT_FOUND', 'REWARDS_NOT_READY'],
  },
  completeTask: {
    summary: 'Start a task, or check it and pay its reward',
    input: z.strictObject({
      task_id: id,
      code: z.string().trim().min(1).max(64).exactOptional(),
      answers: z.array(count).max(20).readonly().exactOptional(),
    }),
    reply: TaskCompleteView,
    refusals: [
      ...UNPAID,
      'TASK_NOT_FOUND',
      'TASK_LOCKED',
      'TASK_NOT_DONE',
      'TASK_TOO_EARLY',
      'TASK_EXPIRED',
      'TASK_BUDGET_SPENT',
      'TASK_FAILED',
      'ALREADY_COMPLETED',
    ],
  },
  claimDaily: {
    summary: 'Claim the daily reward; within 24 hours of the last claim the reply describes that one',
    input: emptyBody,
    reply: DailyRewardView,
    refusals: UNPAID,
  },
  startMining: {
    summary: 'Start a mining run; an existing run is returned unchanged',
    input: emptyBody,
    reply: MiningStartView,
    refusals: ['ACCOUNT_NOT_FOUND', 'REWARDS_NOT_READY', 'REWARDS_UNFUNDED', 'REWARD_STANDING'],
  },
  endMining: {
    summary: 'End the mining run and pay what it accrued, rounded down to whole XP',
    input: z.strictObject({ last_run: time.exactOptional() }),
    reply: MiningEndView,
    refusals: [...UNPAID, 'MINING_NOT_RUNNING'],
  },
  appeal: {
    summary: 'Ask an operator to review a limited account; one open appeal per account',
    input: z.strictObject({
      text: freeText('The appeal', MAX_APPEAL_LENGTH),
    }),
    reply: Ok,
    refusals: ['ACCOUNT_NOT_FOUND', 'APPEAL_NOT_NEEDED', 'APPEAL_OPEN'],
  },
  rewards: {
    summary: 'Paid rewards and commissions, newest first',
    input: z.strictObject({ ...pages, type: z.enum(['reward', 'referral']).exactOptional() }),
    reply: RewardsPage,
  },
  leaderboard: {
    summary: 'XP of this week: the first hundred and the user',
    input: emptyBody,
    reply: LeaderboardView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
  setLeaderboard: {
    summary: 'Show or hide the user in the leaderboard',
    input: z.strictObject({ hidden: z.boolean() }),
    reply: LeaderboardView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
} as const satisfies Record<keyof typeof earnCalls, CallSchema>
