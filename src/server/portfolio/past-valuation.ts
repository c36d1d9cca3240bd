/** The past values of a user's portfolio: past positions at past prices. */

import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import { TIMEFRAMES, type Timeframe } from '../../contract/markets/timeframes.ts'
import { type Quote, VALUATION_CURRENCY, valuation } from '../../contract/markets/valuation.ts'
import { sumOf, type Ticks, type Units, ZERO } from '../../contract/money.ts'
import { type Close, closesSince } from '../markets/candles-projection.ts'
import type { Database } from '../postgres/database.ts'
import { type PastPosition, positionsSince } from './positions-projection.ts'

export type PastValuation = { readonly at: Millis; readonly value: Units; readonly credited: Units }

const QUARTER: Millis = TIMEFRAMES['15m']

/**
 * `times` are ascending whole quarters of an hour; times before the first position have no value. Prices are the closes
 * of completed candles.
 */
export async function pastValuations(
  database: Pick<Database, 'pool'>,
  pairs: readonly Pair[],
  user: UserId,
  times: readonly Millis[],
  timeframe: Timeframe,
): Promise<PastValuation[]> {
  const [first = 0] = times
  const held = await positionsSince(database, user, first)
  const markets = await Promise.all(
    pairs.map(async (pair) => {
      const isNeeded = pair.quote.symbol === VALUATION_CURRENCY && held.has(pair.base.id)
      return { pair, closes: isNeeded ? await closesSince(database, pair.id, timeframe, first) : [] }
    }),
  )
  const length = TIMEFRAMES[timeframe]
  return times.flatMap((at) => {
    const quotes = markets.map(({ pair, closes }) => ({ pair, lastPrice: priceAt(closes, at - length, pair) }))
    return valueAt(held, quotes, at) ?? []
  })
}

function valueAt(
  held: ReadonlyMap<CurrencyId, PastPosition[]>,
  quotes: readonly Quote[],
  at: Millis,
): PastValuation | undefined {
  const positions = [...held].flatMap(([currency, history]) => {
    const last = history.findLast(({ start }) => start <= at - QUARTER)
    return last === undefined ? [] : { ...last, currency }
  })
  if (positions.length === 0) return undefined
  const values = positions.map(({ currency, amount }) => valuation(quotes, currency, amount) ?? ZERO)
  return { at, value: sumOf(values), credited: sumOf(positions.map(({ credited }) => credited)) }
}

/** The reference price before the first trade. */
const priceAt = (closes: readonly Close[], latest: Millis, { referencePrice }: Pair): Ticks =>
  closes.findLast(({ start }) => start <= latest)?.close ?? referencePrice
