/** Times without trades take their space in the chart: as flat candles at the last price, between trades and until now. */

import type { CandleView } from '../../../contract/markets/views.ts'

/** A longer time is drawn shorter: a market without trades for a year has half a million minutes. */
const MAX_FLAT = 1_000

/** Those after each candle, so that they are the same objects again and the chart draws only what has changed. */
const known = new WeakMap<CandleView, readonly CandleView[]>()

/** `length` of a candle, and `present`, the start of that of now, in seconds. `all`: oldest first. */
export const withQuietTimes = (all: readonly CandleView[], length: number, present: number): readonly CandleView[] =>
  all.flatMap((candle, index) => {
    const next = all[index + 1]?.time ?? present + length
    const count = Math.min(MAX_FLAT, Math.round((next - candle.time) / length) - 1)
    return count > 0 ? [candle, ...flatAfter(candle, length, count)] : candle
  })

function flatAfter(candle: CandleView, length: number, count: number): readonly CandleView[] {
  const before = known.get(candle)
  if (before?.length === count) return before
  const { time, close } = candle
  const flat = { open: close, high: close, low: close, close, volume: '0' }
  const after = Array.from(
    { length: count },
    (_each, index) => before?.[index] ?? { time: time + (index + 1) * length, ...flat },
  )
  known.set(candle, after)
  return after
}
