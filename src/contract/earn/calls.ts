/** HTTP calls for rewards. */

import { atEarn, getCall, type Ok, postCall } from '../call.ts'
import type {
  DailyRewardView,
  EarnProfileView,
  LeaderboardView,
  MiningEndView,
  MiningStartView,
  RewardsPage,
  TaskCompleteView,
  TasksView,
} from './views.ts'

type Nothing = Record<string, never>

/** `last_run` names the run to end, so that a repeated request gets the same reply. */
type MiningEndBody = { readonly last_run?: string }

/** `code` for a promo code; `answers`: the index of the chosen option per question of a quiz. */
export type TaskCompleteBody = {
  readonly task_id: number
  readonly code?: string
  readonly answers?: readonly number[]
}

type AppealBody = { readonly text: string }

type LeaderboardBody = { readonly hidden: boolean }

export const earnCalls = {
  earnProfile: atEarn(getCall<EarnProfileView>('/api/users/profile/', 'bearer')),
  tasks: atEarn(getCall<TasksView>('/api/tasks/all/', 'bearer')),
  completeTask: atEarn(postCall<TaskCompleteBody, TaskCompleteView>('/api/tasks/complete/', 'bearer')),
  claimDaily: atEarn(postCall<Nothing, DailyRewardView>('/api/daily_rewards/get/', 'bearer')),
  startMining: atEarn(postCall<Nothing, MiningStartView>('/api/mining/start/', 'bearer')),
  endMining: atEarn(postCall<MiningEndBody, MiningEndView>('/api/mining/end/', 'bearer')),
  appeal: atEarn(postCall<AppealBody, Ok>('/api/appeals/', 'bearer')),
  rewards: getCall<RewardsPage>('/api/rewards/', 'bearer'),
  leaderboard: getCall<LeaderboardView>('/api/leaderboard/', 'bearer'),
  setLeaderboard: postCall<LeaderboardBody, LeaderboardView>('/api/leaderboard/', 'bearer'),
} as const
