/** What somebody's coins were worth at moments of the past: what they had then, at the prices of then. */

import type { Pair } from '../../contract/catalogue.ts'
import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import { sumOf, type Ticks, type Units } from '../../contract/money.ts'
import { TIMEFRAMES, type Timeframe } from '../../contract/timeframes.ts'
import { MEASURE, type Quote, worth } from '../../contract/worth.ts'
import type { Database } from '../postgres/database.ts'
import { type Close, closesSince } from '../projections/candles.ts'
import { type Past, positionsSince } from '../projections/positions.ts'

/** Nobody's worth is known before they had anything: there is no moment for that. */
export type PastWorth = { readonly at: Millis; readonly worth: Units; readonly credited: Units }

const QUARTER: Millis = TIMEFRAMES['15m']

/** `times` rise and are whole quarters of an hour; prices are closes of candles that had ended by then. */
export async function pastWorths(
  database: Pick<Database, 'pool'>,
  pairs: readonly Pair[],
  user: UserId,
  times: readonly Millis[],
  timeframe: Timeframe,
): Promise<PastWorth[]> {
  const [first = 0] = times
  const held = await positionsSince(database, user, first)
  const markets = await Promise.all(
    pairs.map(async (pair) => {
      const isNeeded = pair.quote.symbol === MEASURE && held.has(pair.base.id)
      return { pair, closes: isNeeded ? await closesSince(database, pair.id, timeframe, first) : [] }
    }),
  )
  const length = TIMEFRAMES[timeframe]
  return times.flatMap((at) => {
    const quotes = markets.map(({ pair, closes }) => ({ pair, lastPrice: priceAt(closes, at - length, pair) }))
    return worthAt(held, quotes, at) ?? []
  })
}

function worthAt(held: ReadonlyMap<CurrencyId, Past[]>, quotes: readonly Quote[], at: Millis): PastWorth | undefined {
  const then = [...held].flatMap(([currency, past]) => {
    const last = past.findLast(({ start }) => start <= at - QUARTER)
    return last === undefined ? [] : { ...last, currency }
  })
  if (then.length === 0) return undefined
  const worths = then.map(({ currency, amount }) => worth(quotes, currency, amount) ?? 0n)
  return { at, worth: sumOf(worths), credited: sumOf(then.map(({ credited }) => credited)) }
}

/** Before its first trade a pair is at its reference price. */
const priceAt = (closes: readonly Close[], latest: Millis, { referencePrice }: Pair): Ticks =>
  closes.findLast(({ start }) => start <= latest)?.close ?? referencePrice
