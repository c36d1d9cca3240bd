/** Evenly spaced closing prices from candles, which have gaps where nothing was traded. */

import type { Millis } from '../../contract/ids.ts'
import { type Period, TIMEFRAMES, type Timeframe } from '../../contract/markets/timeframes.ts'
import type { Ticks } from '../../contract/money.ts'
import type { Candle } from './candle.ts'

export type Close = { readonly at: Millis; readonly price: Ticks }

/** The resolution of each period. */
export const CLOSE_SERIES: Readonly<Record<Period, { readonly timeframe: Timeframe; readonly count: number }>> = {
  '24h': { timeframe: '15m', count: 96 },
  '7d': { timeframe: '1h', count: 168 },
  '30d': { timeframe: '4h', count: 180 },
  '90d': { timeframe: '1d', count: 90 },
}

/**
 * The newest `count` closes, oldest first. An interval without trades repeats the close before it; there is none before
 * the first trade. `candles` are oldest first; the last may still be open.
 */
export function closeSeriesOf(candles: readonly Candle[], timeframe: Timeframe, count: number, now: Millis): Close[] {
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
