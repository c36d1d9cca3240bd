/** Rewards on the wire. Amounts of XP are whole numbers. Every reply has the server's time and when the next rewards are due. */

import type { TaskGroup, TaskKind, TaskState } from './tasks.ts'

/** `next_claim_at`: the next daily reward; `next_mining_at`: when the current run is complete. Null: now, or no run. */
export type EarnTimes = {
  readonly server_time: string
  readonly next_claim_at: string | null
  readonly next_mining_at: string | null
}

export const REWARD_STANDINGS = ['ok', 'limited', 'under_review'] as const
export type RewardStanding = (typeof REWARD_STANDINGS)[number]

export type AppealView = {
  readonly text: string
  readonly sent_at: string
  /** Null until an operator answers. */
  readonly answer: string | null
  readonly answered_at: string | null
}

/** Whether new rewards accrue to the account. `reason` is a sentence for the user; empty if `ok`. */
export type StandingView = {
  readonly state: RewardStanding
  readonly reason: string
  readonly appeal: AppealView | null
}

export type LevelView = {
  readonly level: number
  readonly from: number
  /** XP at which the next level begins; null at the highest. */
  readonly to: number | null
}

/** The earn profile. `last_run` is the start of the current run. */
export type EarnProfileView = EarnTimes & {
  readonly status: 'idle' | 'mining' | 'ready'
  readonly balance: number
  readonly last_run: string | null
  readonly lang_code: string
  readonly mining_rate_per_hour: number
  readonly mining_duration_seconds: number
  /** What the current run has accrued. */
  readonly mined: number
  readonly level: LevelView
  readonly days_check_in: number
  readonly last_claim_at: string | null
  /** What the last daily reward paid, and what the next one pays. */
  readonly reward_amount: number
  readonly next_reward_amount: number
  /** Until when the next claim continues the streak; null without a streak. */
  readonly streak_expires_at: string | null
  readonly wheel: readonly number[]
  readonly standing: StandingView
  /** False while the reward program has no funds. */
  readonly is_funded: boolean
}

export type MiningStartView = EarnTimes & { readonly status: 'ok'; readonly last_run: string }

/** `repeated`: this run was paid before, and the reply is the same. */
export type MiningEndView = EarnTimes & {
  readonly status: 'ok'
  readonly reward: number
  readonly balance: number
  readonly last_run: string
  readonly repeated: boolean
}

/** `cooldown`: less than 24 hours after the last claim, which is described; nothing was paid now. */
export type DailyRewardView = EarnTimes & {
  readonly status: 'ok' | 'cooldown'
  readonly days_check_in: number
  readonly reward_amount: number
  readonly balance: number
  readonly last_claim_at: string
  readonly streak_expires_at: string
}

export type TaskView = {
  readonly id: number
  readonly category: TaskGroup
  readonly kind: TaskKind
  readonly title: string
  readonly description: string
  readonly link: string | null
  readonly reward_amount: number
  readonly reward_currency: 'XP'
  readonly status: TaskState
  /** A sentence for the states `locked` and `failed`. */
  readonly reason: string | null
  readonly progress: string
  readonly target: string
  readonly expires_at: string | null
  /** When a started task can be claimed. */
  readonly verify_after: string | null
  readonly claimed_at: string | null
  /** False if the server cannot check that the task was done. */
  readonly verified: boolean
  readonly questions: readonly { readonly question: string; readonly options: readonly string[] }[]
  readonly position: number
}

export type TasksView = EarnTimes & { readonly tasks: readonly TaskView[] }

/** `pending`: started, and to be completed after `retry_after` seconds. */
export type TaskCompleteView = EarnTimes & {
  readonly status: 'ok' | 'pending'
  readonly task: TaskView
  readonly reward_amount: number
  readonly balance: number
  readonly retry_after: number | null
}

type LeaderboardEntry = {
  readonly rank: number
  readonly name: string
  readonly xp: number
  readonly is_you: boolean
}

/** XP of this week, which began on Monday 00:00 UTC. Users that opted out have a rank of their own but no entry. */
export type LeaderboardView = {
  readonly week_starts_at: string
  readonly week_ends_at: string
  readonly entries: readonly LeaderboardEntry[]
  /** `rank` is null without XP this week. */
  readonly you: { readonly rank: number | null; readonly xp: number; readonly hidden: boolean }
  readonly server_time: string
}

export const REWARD_KINDS = ['mining', 'daily', 'task', 'friend_bonus', 'commission'] as const
export type RewardKind = (typeof REWARD_KINDS)[number]

/** A paid reward. `reason` is a sentence such as "Mined for 8h". */
export type RewardView = {
  readonly uuid: string
  readonly type: 'reward' | 'referral'
  readonly kind: RewardKind
  readonly reason: string
  readonly currency_symbol: string
  readonly amount: string
  readonly created_at: string
}

export type RewardsPage = {
  readonly rewards: readonly RewardView[]
  readonly next: boolean
  readonly server_time: string
}
