import type { Millis } from '../../contract/ids.ts'
import { cost, type Pair, quantityUnits } from '../../contract/markets/instruments.ts'
import { plus, type Ticks, type Units } from '../../contract/money.ts'
import type { Traded } from '../../engine/exchange.ts'

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

/** Adds a trade to a candle; undefined starts a new one. */
export function withTrade(candle: Candle | undefined, start: Millis, pair: Pair, { price, quantity }: Traded): Candle {
  const volume = quantityUnits(pair, quantity)
  const turnover = cost(pair, price, quantity)
  if (candle === undefined) return { start, open: price, high: price, low: price, close: price, volume, turnover }
  return {
    start,
    open: candle.open,
    high: price > candle.high ? price : candle.high,
    low: price < candle.low ? price : candle.low,
    close: price,
    volume: plus(candle.volume, volume),
    turnover: plus(candle.turnover, turnover),
  }
}
