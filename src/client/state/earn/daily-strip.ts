/** The daily reward at a moment of the server's time: seven days, today's mark and the countdown. Pure. */

import type { EarnProfileView } from '../../../contract/earn/views.ts'
import { countdown } from '../../format/countdown.ts'
import { millisOf } from '../../format/times.ts'

type DayCell = {
  readonly day: number
  readonly amount: number
  readonly state: 'past' | 'claimed' | 'today' | 'ahead'
}

type DailyReward = {
  readonly isReady: boolean
  /** Days in a row, up to the last claim; 0 after a missed day. */
  readonly streak: number
  /** `03h 15m`; `0h 0m` when ready. */
  readonly countdown: string
  /** The day of the wheel that the next claim pays, from 1, and what it pays. */
  readonly nextDay: number
  readonly nextAmount: number
  readonly cells: readonly DayCell[]
}

/** Claimable if never claimed, or when 24 hours have passed since the last claim. */
export function dailyRewardAt(profile: EarnProfileView, now: number): DailyReward {
  const { wheel, next_claim_at, streak_expires_at, next_reward_amount } = profile
  const leftMillis = next_claim_at === null ? 0 : millisOf(next_claim_at) - now
  const isReady = leftMillis <= 0
  const isKept = streak_expires_at !== null && millisOf(streak_expires_at) > now
  const streak = isKept ? profile.days_check_in : 0
  const next = streak % wheel.length
  return {
    isReady,
    streak,
    countdown: countdown(leftMillis),
    nextDay: next + 1,
    nextAmount: isKept ? next_reward_amount : (wheel[0] ?? next_reward_amount),
    cells: dayCells(wheel, streak, isReady),
  }
}

/** The week of the wheel that contains the next claim; after a claim, the one that contains that claim. */
function dayCells(wheel: readonly number[], streak: number, isReady: boolean): readonly DayCell[] {
  const current = isReady ? streak % wheel.length : (streak + wheel.length - 1) % wheel.length
  const isClaimed = !isReady && streak > 0
  return wheel.map((amount, index) => {
    const state = index < current ? 'past' : index > current ? 'ahead' : isClaimed ? 'claimed' : 'today'
    return { day: index + 1, amount, state }
  })
}
