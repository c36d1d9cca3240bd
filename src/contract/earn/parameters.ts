/** The parameters of the reward program: data that an operator sets by a journaled command. Changes affect the future only. */

import type { Millis } from '../ids.ts'
import type { Ppm } from '../money.ts'
import type { Xp } from './xp.ts'

/** The share of the fees of direct friends that a referrer with at least this many active friends receives. */
type ReferralTier = { readonly minActiveFriends: number; readonly share: Ppm }

export type RewardParameters = {
  readonly miningRatePerHour: Xp
  readonly miningMillis: Millis
  /** The reward of each day of the seven-day wheel. */
  readonly dailyWheel: readonly Xp[]
  /** For a friend's first trade of at least 100 USDT. */
  readonly friendBonus: Xp
  /** At most this much is paid in one day (UTC), to all users together and to one user; the first payment always passes. 0: none. */
  readonly dailyCap: Xp
  readonly userDailyCap: Xp
  /** Ascending by `minActiveFriends`, the first with 0. */
  readonly tiers: readonly ReferralTier[]
  /** XP at which each level begins: ascending, the first is 0. */
  readonly levels: readonly Xp[]
}

export const WHEEL_DAYS = 7
