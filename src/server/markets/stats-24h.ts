/** Statistics of the last 24 hours, computed from 1-minute candles. */

import type { Millis } from '../../contract/ids.ts'
import { sumOf, type Ticks, type Units, ZERO } from '../../contract/money.ts'
import type { Candle } from './candle.ts'

export type Stats24h = {
  /** The price 24 hours ago, or the first price of the pair. */
  readonly before: Ticks
  readonly high: Ticks
  readonly low: Ticks
  readonly volume: Units
  readonly turnover: Units
}

const DAY: Millis = 24 * 60 * 60 * 1_000

/** `minutes` are the 1-minute candles of at least a day, oldest first. Undefined before the first trade. */
export function stats24hOf(minutes: readonly Candle[], now: Millis): Stats24h | undefined {
  const first = minutes.findIndex(({ start }) => start > now - DAY)
  if (first === -1) return unchanged(minutes.at(-1))
  const within = minutes.slice(first)
  const [opening] = within
  if (opening === undefined) return undefined
  return {
    before: minutes[first - 1]?.close ?? opening.open,
    high: Math.max(...within.map(({ high }) => high)) as Ticks,
    low: Math.min(...within.map(({ low }) => low)) as Ticks,
    volume: sumOf(within.map(({ volume }) => volume)),
    turnover: sumOf(within.map(({ turnover }) => turnover)),
  }
}

/** No trades: the price is unchanged. */
const unchanged = (last: Candle | undefined): Stats24h | undefined =>
  last && { before: last.close, high: last.close, low: last.close, volume: ZERO, turnover: ZERO }
