/** The last 24 hours of a pair, from its minutes. Pure. */

import type { Millis } from '../../contract/ids.ts'
import { sumOf, type Ticks, type Units } from '../../contract/money.ts'
import type { Candle } from '../projections/candle.ts'

export type Day = {
  /** The price 24 hours ago, or the first there ever was. */
  readonly before: Ticks
  readonly high: Ticks
  readonly low: Ticks
  readonly volume: Units
  readonly turnover: Units
}

const DAY: Millis = 24 * 60 * 60 * 1_000

/** `minutes` are oldest first and reach back at least a day, if the pair does. Undefined before the first trade. */
export function dayOf(minutes: readonly Candle[], now: Millis): Day | undefined {
  const first = minutes.findIndex(({ start }) => start > now - DAY)
  if (first === -1) return quietDay(minutes.at(-1))
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

/** Nobody traded: the price is where it was left. */
const quietDay = (last: Candle | undefined): Day | undefined =>
  last && { before: last.close, high: last.close, low: last.close, volume: 0n, turnover: 0n }
