/** The parameters of the reward program until an operator sets others. */

import type { RewardParameters } from '../../contract/earn/parameters.ts'
import type { Xp } from '../../contract/earn/xp.ts'

const HOUR_MILLIS = 60 * 60 * 1_000

export const DEFAULT_PARAMETERS: RewardParameters = {
  miningRatePerHour: 12,
  miningMillis: 8 * HOUR_MILLIS,
  dailyWheel: [10, 15, 20, 25, 30, 40, 100],
  friendBonus: 150,
  dailyCap: 1_000_000,
  userDailyCap: 2_000,
  tiers: [
    { minActiveFriends: 0, share: 200_000 },
    { minActiveFriends: 10, share: 250_000 },
    { minActiveFriends: 50, share: 300_000 },
  ],
  levels: [0, 100, 300, 700, 1_500, 3_000, 6_000, 12_000, 25_000, 50_000],
}

/** What the reward fund of play mode receives once. */
export const PLAY_FUNDS: Xp = 1_000_000_000
