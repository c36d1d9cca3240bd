/** What an account did in trades. Commissions, tasks and tiers are computed from it. */

import type { CurrencyId, Millis } from '../../../../src/contract/ids.ts'
import { type Units, ZERO } from '../../../../src/contract/money.ts'

export type Activity = {
  trades: number
  /** In units of USDT, at the prices of the trades. */
  volume: Units
  /** Fees paid by currency id, with holes. */
  readonly fees: Units[]
  /** The last trade with a fee. */
  lastFeeAt: Millis | undefined
  conversions: number
  /** When an order was first filled for at least 100 USDT. */
  qualifiedAt: Millis | undefined
}

const QUALIFYING_VOLUME = 10_000_000_000n

export const emptyActivity = (): Activity => ({
  trades: 0,
  volume: ZERO,
  fees: [],
  lastFeeAt: undefined,
  qualifiedAt: undefined,
  conversions: 0,
})

type CountedTrade = {
  readonly at: Millis
  /** Of this trade, and of all trades of its order so far, in units of USDT. */
  readonly volume: Units
  readonly orderVolume: Units
  /** In the currency that the account receives. */
  readonly currency: CurrencyId
  readonly fee: Units
}

export function countTrade(activity: Activity, { at, volume, orderVolume, currency, fee }: CountedTrade): void {
  activity.trades += 1
  activity.volume = (activity.volume + volume) as Units
  if (orderVolume >= QUALIFYING_VOLUME) activity.qualifiedAt ??= at
  if (fee === ZERO) return
  activity.fees[currency] = ((activity.fees[currency] ?? ZERO) + fee) as Units
  activity.lastFeeAt = at
}
