/** Rewards as JSON. */

import type {
  AppealView,
  DailyRewardView,
  EarnProfileView,
  EarnTimes,
  LeaderboardView,
  LevelView,
  MiningEndView,
  MiningStartView,
  RewardsPage,
  RewardView,
  TaskCompleteView,
  TasksView,
  TaskView,
} from '../../contract/earn/views.ts'
import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { formatUnits } from '../../contract/money.ts'
import type { Appeal } from '../earn/appeals.ts'
import type { DailyClaim } from '../earn/claim-daily.ts'
import type { TaskStep } from '../earn/complete-task.ts'
import type { EarnProfile } from '../earn/earn-profile.ts'
import type { Leaderboard } from '../earn/leaderboard.ts'
import type { RewardFacts } from '../earn/list-rewards.ts'
import type { TaskFacts } from '../earn/list-tasks.ts'
import type { EndedMining, StartedMining } from '../earn/mining.ts'
import { reasonText } from '../earn/reward-texts.ts'
import type { RewardTimes } from '../earn/reward-times.ts'
import { isoTime } from './time.ts'

const timeOrNull = (at: Millis | null | undefined): string | null => (at == null ? null : isoTime(at))

const timeViews = ({ now, nextClaimAt, nextMiningAt }: RewardTimes): EarnTimes => ({
  server_time: isoTime(now),
  next_claim_at: timeOrNull(nextClaimAt),
  next_mining_at: timeOrNull(nextMiningAt),
})

export function earnProfileView(profile: EarnProfile, langCode: string, appeal: Appeal | undefined): EarnProfileView {
  const { rewards, parameters, balance, now } = profile
  const { run, daily, standing } = rewards
  return {
    ...timeViews(profile),
    status: run === undefined ? 'idle' : now < run.endsAt ? 'mining' : 'ready',
    balance,
    last_run: timeOrNull(run?.startedAt),
    lang_code: langCode,
    mining_rate_per_hour: run?.ratePerHour ?? parameters.miningRatePerHour,
    mining_duration_seconds: (run === undefined ? parameters.miningMillis : run.endsAt - run.startedAt) / 1_000,
    mined: profile.mined,
    level: levelView(parameters.levels, balance),
    days_check_in: daily?.days ?? 0,
    last_claim_at: timeOrNull(daily?.claimedAt),
    reward_amount: daily?.amount ?? 0,
    next_reward_amount: profile.nextDaily,
    streak_expires_at: daily !== undefined && daily.expiresAt > now ? isoTime(daily.expiresAt) : null,
    wheel: parameters.dailyWheel,
    standing: {
      state: standing.state,
      reason: standing.reason,
      appeal: appeal === undefined ? null : appealView(appeal),
    },
    is_funded: profile.isFunded,
  }
}

/** Levels are numbered from 1. */
function levelView(levels: readonly Xp[], balance: Xp): LevelView {
  const index = Math.max(
    0,
    levels.findLastIndex((from) => from <= balance),
  )
  return { level: index + 1, from: levels[index] ?? 0, to: levels[index + 1] ?? null }
}

const appealView = ({ text, sent_at, answer, answered_at }: Appeal): AppealView => ({
  text,
  sent_at: isoTime(sent_at),
  answer,
  answered_at: timeOrNull(answered_at),
})

export const miningStartView = (started: StartedMining): MiningStartView => ({
  ...timeViews(started),
  status: 'ok',
  last_run: isoTime(started.startedAt),
})

export const miningEndView = (ended: EndedMining): MiningEndView => ({
  ...timeViews(ended),
  status: 'ok',
  reward: ended.reward,
  balance: ended.balance,
  last_run: isoTime(ended.startedAt),
  repeated: ended.repeated,
})

export const dailyRewardView = (claim: DailyClaim): DailyRewardView => ({
  ...timeViews(claim),
  status: claim.isPaid ? 'ok' : 'cooldown',
  days_check_in: claim.days,
  reward_amount: claim.amount,
  balance: claim.balance,
  last_claim_at: isoTime(claim.claimedAt),
  streak_expires_at: isoTime(claim.expiresAt),
})

/** Answers and codes are not part of it. */
const taskView = ({ task, status }: TaskFacts): TaskView => ({
  id: task.id,
  category: task.group,
  kind: task.kind,
  title: task.title,
  description: task.description,
  link: task.link,
  reward_amount: task.reward,
  reward_currency: 'XP',
  status: status.state,
  reason: status.reason,
  progress: String(status.progress),
  target: String(status.target),
  expires_at: timeOrNull(task.closesAt),
  verify_after: timeOrNull(status.verifyAfter),
  claimed_at: timeOrNull(status.claimedAt),
  verified: task.kind !== 'visit_link',
  questions: task.questions.map(({ question, options }) => ({ question, options })),
  position: task.position,
})

export const tasksView = (listed: RewardTimes & { readonly tasks: readonly TaskFacts[] }): TasksView => ({
  ...timeViews(listed),
  tasks: listed.tasks.map(taskView),
})

export const taskCompleteView = (step: TaskStep): TaskCompleteView => ({
  ...timeViews(step),
  status: step.retryAfterSeconds === undefined ? 'ok' : 'pending',
  task: taskView(step.task),
  reward_amount: step.paid,
  balance: step.balance,
  retry_after: step.retryAfterSeconds ?? null,
})

export const rewardsPage = (
  { rewards, next }: { readonly rewards: readonly RewardFacts[]; readonly next: boolean },
  now: Millis,
): RewardsPage => ({ rewards: rewards.map(rewardView), next, server_time: isoTime(now) })

const rewardView = ({ row, details, currency }: RewardFacts): RewardView => ({
  uuid: row.uuid,
  type: row.type,
  kind: details.kind,
  reason: reasonText(details),
  currency_symbol: currency.symbol,
  amount: formatUnits(row.amount),
  created_at: isoTime(row.at),
})

export const leaderboardView = (
  { now, startsAt, endsAt, entries, own }: Leaderboard,
  user: UserId,
): LeaderboardView => ({
  week_starts_at: isoTime(startsAt),
  week_ends_at: isoTime(endsAt),
  entries: entries.map((entry) => ({
    rank: entry.rank,
    name: entry.name,
    xp: entry.xp,
    is_you: entry.user === user,
  })),
  you: { rank: own.rank, xp: own.xp, hidden: own.isHidden },
  server_time: isoTime(now),
})
