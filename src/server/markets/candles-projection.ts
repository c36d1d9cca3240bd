/** Candles of every pair and timeframe, for charts that reach back. */

import type pg from 'pg'
import type { Pair } from '../../contract/catalogue.ts'
import type { Millis, PairId } from '../../contract/ids.ts'
import type { Ticks } from '../../contract/money.ts'
import { candleStart, TIMEFRAME_NAMES, type Timeframe } from '../../contract/timeframes.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import { type Candle, withTrade } from './candle.ts'
import type { Projection } from './projector.ts'

type Piece = { readonly pair: PairId; readonly timeframe: Timeframe; readonly candle: Candle }

export const candleHistory = (pairs: { get(id: PairId): Pair }): Projection => ({
  name: 'candles',
  async write(client, done) {
    const pieces = new Map<string, Piece>()
    for (const { outcome } of done)
      for (const event of outcome.events) {
        if (event.type !== 'traded') continue
        const pair = pairs.get(event.pair)
        for (const timeframe of TIMEFRAME_NAMES) {
          const start = candleStart(timeframe, event.at)
          const key = `${pair.id}/${timeframe}/${start}`
          const candle = withTrade(pieces.get(key)?.candle, start, pair, event)
          pieces.set(key, { pair: pair.id, timeframe, candle })
        }
      }
    if (pieces.size > 0) await add(client, [...pieces.values()])
  },
})

async function add(client: pg.ClientBase, pieces: readonly Piece[]): Promise<void> {
  const column = <T>(read: (piece: Piece) => T): T[] => pieces.map(read)
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

/** Adds to what is there; told twice it would count twice, so only the projector, which never does, may call it. */
const ADD = `insert into candles (pair_id, timeframe, start, open, high, low, close, volume, turnover)
select * from unnest($1::integer[], $2::text[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
  $8::numeric[], $9::numeric[])
on conflict (pair_id, timeframe, start) do update set
  high = greatest(candles.high, excluded.high), low = least(candles.low, excluded.low), close = excluded.close,
  volume = candles.volume + excluded.volume, turnover = candles.turnover + excluded.turnover`

/** The newest of every pair, oldest first. */
export async function newestCandles(
  client: Pick<pg.ClientBase, 'query'>,
  timeframe: Timeframe,
  most: number,
): Promise<(Candle & { readonly pair: PairId })[]> {
  const { rows } = await client.query<Tables['candles']>(NEWEST, [timeframe, most])
  return rows.map((row) => ({ pair: row.pair_id, ...candleOf(row) }))
}

const NEWEST = `select newest.* from (select distinct pair_id from candles where timeframe = $1) as pairs
cross join lateral (
  select * from candles where pair_id = pairs.pair_id and timeframe = $1 order by start desc limit $2
) as newest
order by pair_id, start`

/** A page of candles, counted from the newest, oldest first, and whether there are older ones. */
export async function candlePage(
  { kysely }: Database,
  pair: PairId,
  timeframe: Timeframe,
  page: number,
  size: number,
): Promise<{ candles: Candle[]; next: boolean }> {
  const rows = await kysely
    .selectFrom('candles')
    .selectAll()
    .where('pair_id', '=', pair)
    .where('timeframe', '=', timeframe)
    .orderBy('start', 'desc')
    .offset((page - 1) * size)
    .limit(size + 1)
    .execute()
  return { candles: rows.slice(0, size).reverse().map(candleOf), next: rows.length > size }
}

/** The last price of a candle. */
export type Close = { readonly start: Millis; readonly close: Ticks }

/** Oldest first: of the last candle that began before `from`, and of every one since. */
export async function closesSince(
  { pool }: Pick<Database, 'pool'>,
  pair: PairId,
  timeframe: Timeframe,
  from: Millis,
): Promise<Close[]> {
  const { rows } = await pool.query<Pick<Tables['candles'], 'start' | 'close'>>(CLOSES, [pair, timeframe, from])
  return rows.map(({ start, close }) => ({ start, close: ticks(close) }))
}

const CLOSES = `select start, close from candles
where pair_id = $1 and timeframe = $2 and start >= coalesce(
  (select max(start) from candles where pair_id = $1 and timeframe = $2 and start < $3), $3
) order by start`

const candleOf = ({ start, open, high, low, close, volume, turnover }: Tables['candles']): Candle => ({
  start,
  open: ticks(open),
  high: ticks(high),
  low: ticks(low),
  close: ticks(close),
  volume,
  turnover,
})

const ticks = (price: bigint): Ticks => Number(price) as Ticks
