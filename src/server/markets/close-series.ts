/** Closing prices, evenly apart, from candles that leave out what nobody traded in. Pure. */

import type { Millis } from '../../contract/ids.ts'
import type { Ticks } from '../../contract/money.ts'
import { type Period, TIMEFRAMES, type Timeframe } from '../../contract/timeframes.ts'
import type { Candle } from '../projections/candle.ts'

export type Close = { readonly at: Millis; readonly price: Ticks }

/** How finely a period is told. */
export const TOLD_IN: Readonly<Record<Period, { readonly timeframe: Timeframe; readonly count: number }>> = {
  '24h': { timeframe: '15m', count: 96 },
  '7d': { timeframe: '1h', count: 168 },
  '30d': { timeframe: '4h', count: 180 },
  '90d': { timeframe: '1d', count: 90 },
}

/**
 * The newest `count`, oldest first. A stretch without a trade closes where the one before did; before the first trade
 * there is none. `candles` are oldest first, one of which may still be open.
 */
export function closesOf(candles: readonly Candle[], timeframe: Timeframe, count: number, now: Millis): Close[] {
  const length = TIMEFRAMES[timeframe]
  const last = Math.floor(now / length) * length
  const closes: Close[] = []
  let next = 0
  for (let start = last - (count - 1) * length; start <= last; start += length) {
    while ((candles[next]?.start ?? Number.POSITIVE_INFINITY) <= start) next += 1
    const price = candles[next - 1]?.close
    if (price !== undefined) closes.push({ at: Math.min(start + length, now), price })
  }
  return closes
}
