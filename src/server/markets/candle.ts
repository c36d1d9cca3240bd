/** What happened to a price from `start` on, for as long as a timeframe says. Pure. */

import type { Pair } from '../../contract/catalogue.ts'
import { quantityUnits } from '../../contract/catalogue.ts'
import type { Millis } from '../../contract/ids.ts'
import type { Ticks, Units } from '../../contract/money.ts'
import type { Traded } from '../../engine/events.ts'

export type Candle = {
  readonly start: Millis
  readonly open: Ticks
  readonly high: Ticks
  readonly low: Ticks
  readonly close: Ticks
  /** In units of the base and of the quote currency. */
  readonly volume: Units
  readonly turnover: Units
}

/** The candle with one more trade in it; the first trade opens it. */
export function withTrade(candle: Candle | undefined, start: Millis, pair: Pair, { price, quantity }: Traded): Candle {
  const volume = quantityUnits(pair, quantity)
  const turnover = BigInt(price) * BigInt(quantity) * pair.tickLot
  if (candle === undefined) return { start, open: price, high: price, low: price, close: price, volume, turnover }
  return {
    start,
    open: candle.open,
    high: price > candle.high ? price : candle.high,
    low: price < candle.low ? price : candle.low,
    close: price,
    volume: candle.volume + volume,
    turnover: candle.turnover + turnover,
  }
}
