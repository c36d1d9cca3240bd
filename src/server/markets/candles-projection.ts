/** Candles of every pair and timeframe. */

import type { Millis, PairId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import { candleStart, TIMEFRAME_NAMES, type Timeframe } from '../../contract/markets/timeframes.ts'
import { type Ticks, ZERO } from '../../contract/money.ts'
import type { Database } from '../postgres/database.ts'
import { MAX_NUMERIC, type Queryable, query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Projection } from '../read-models/projector.ts'
import { type Candle, withTrade } from './candle.ts'
import { storedPrice } from './stored-price.ts'

type CandleUpdate = { readonly pair: PairId; readonly timeframe: Timeframe; readonly candle: Candle }

export const candlesProjection = (pairs: { get(id: PairId): Pair }): Projection => ({
  name: 'candles',
  async write(client, done) {
    const updates = new Map<string, CandleUpdate>()
    for (const { outcome } of done)
      for (const event of outcome.events) {
        if (event.type !== 'traded') continue
        const pair = pairs.get(event.pair)
        for (const timeframe of TIMEFRAME_NAMES) {
          const start = candleStart(timeframe, event.at)
          const key = `${pair.id}/${timeframe}/${start}`
          const candle = withTrade(updates.get(key)?.candle, start, pair, event)
          updates.set(key, { pair: pair.id, timeframe, candle })
        }
      }
    if (updates.size > 0) await add(client, [...updates.values()])
  },
})

async function add(client: Queryable, updates: readonly CandleUpdate[]): Promise<void> {
  const column = <T>(read: (update: CandleUpdate) => T): T[] => updates.map(read)
  await client.query(ADD, [
    column(({ pair }) => pair),
    column(({ timeframe }) => timeframe),
    column(({ candle }) => candle.start),
    column(({ candle }) => candle.open),
    column(({ candle }) => candle.high),
    column(({ candle }) => candle.low),
    column(({ candle }) => candle.close),
    column(({ candle }) => String(candle.volume)),
    column(({ candle }) => String(candle.turnover)),
  ])
}

/** Adds to existing candles, so a trade must be written once only: the projector guarantees that. */
const ADD = `insert into candles (pair_id, timeframe, start, open, high, low, close, volume, turnover)
select * from unnest($1::integer[], $2::text[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
  $8::numeric[], $9::numeric[])
on conflict (pair_id, timeframe, start) do update set
  high = greatest(candles.high, excluded.high), low = least(candles.low, excluded.low), close = excluded.close,
  volume = least(candles.volume + excluded.volume, ${MAX_NUMERIC}),
  turnover = least(candles.turnover + excluded.turnover, ${MAX_NUMERIC})`

/** The newest `count` candles of every pair, oldest first. */
export async function newestCandles(
  client: Queryable,
  timeframe: Timeframe,
  count: number,
): Promise<(Candle & { readonly pair: PairId })[]> {
  const rows = await query<Tables['candles']>(client, NEWEST, [timeframe, count])
  return rows.flatMap((row) => candlesOf(row).map((candle) => ({ pair: row.pair_id, ...candle })))
}

const NEWEST = `select newest.* from (select distinct pair_id from candles where timeframe = $1) as pairs
cross join lateral (
  select * from candles where pair_id = pairs.pair_id and timeframe = $1 order by start desc limit $2
) as newest
order by pair_id, start`

const PAGE = `select * from candles where pair_id = $1 and timeframe = $2
order by start desc offset $3 limit $4`

/** A page of candles, oldest first. Page 1 is the newest; `next`: there are older candles. */
export async function candlePage(
  { pool }: Pick<Database, 'pool'>,
  pair: PairId,
  timeframe: Timeframe,
  page: number,
  size: number,
): Promise<{ candles: Candle[]; next: boolean }> {
  const rows = await query<Tables['candles']>(pool, PAGE, [pair, timeframe, (page - 1) * size, size + 1])
  return { candles: rows.slice(0, size).reverse().flatMap(candlesOf), next: rows.length > size }
}

export type Close = { readonly start: Millis; readonly close: Ticks }

/** Closes since `from`, oldest first, preceded by the last close before it. */
export async function closesSince(
  { pool }: Pick<Database, 'pool'>,
  pair: PairId,
  timeframe: Timeframe,
  from: Millis,
): Promise<Close[]> {
  const rows = await query<Pick<Tables['candles'], 'start' | 'close'>>(pool, CLOSES, [pair, timeframe, from])
  return rows.flatMap(({ start, close: stored }) => {
    const close = storedPrice(stored)
    return close === undefined ? [] : [{ start, close }]
  })
}

const CLOSES = `select start, close from candles
where pair_id = $1 and timeframe = $2 and start >= coalesce(
  (select max(start) from candles where pair_id = $1 and timeframe = $2 and start < $3), $3
) order by start`

/** Empty for a row of another program with prices that no market has. */
function candlesOf({ start, volume, turnover, ...row }: Tables['candles']): readonly Candle[] {
  const [open, high] = [storedPrice(row.open), storedPrice(row.high)]
  const [low, close] = [storedPrice(row.low), storedPrice(row.close)]
  if (open === undefined || high === undefined || low === undefined || close === undefined) return []
  return [{ start, open, high, low, close, volume: volume ?? ZERO, turnover: turnover ?? ZERO }]
}
