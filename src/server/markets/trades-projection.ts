/** The newest trades of every pair. */

import type { Millis, PairId, TradeId } from '../../contract/ids.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Lots, Ticks } from '../../contract/money.ts'
import type { Traded } from '../../engine/exchange.ts'
import { type Queryable, query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Projection } from '../read-models/projector.ts'
import { storedPrice } from './stored-price.ts'

/** `side` is the taker's. Users are not part of public trades. */
export type Trade = {
  readonly id: TradeId
  readonly price: Ticks
  readonly quantity: Lots
  readonly side: Side
  readonly at: Millis
}

/** Rows kept for all pairs together: more than are displayed, so that rarely traded pairs have some too. */
const KEPT = 20_000

export const tradesProjection: Projection = {
  name: 'trades',
  async write(client, batch) {
    const trades = batch
      .flatMap(({ outcome }) => outcome.events.filter((event) => event.type === 'traded'))
      .slice(-KEPT)
    const last = trades.at(-1)
    if (last === undefined) return
    const column = <T>(read: (trade: Traded) => T): T[] => trades.map(read)
    await client.query(INSERT, [
      column(({ trade }) => trade),
      column(({ pair }) => pair),
      column(({ price }) => price),
      column(({ quantity }) => quantity),
      column(({ side }) => side),
      column(({ at }) => at),
    ])
    await client.query('delete from trades where id <= $1', [last.trade - KEPT])
  },
}

const INSERT = `insert into trades (id, pair_id, price, quantity, side, at)
select * from unnest($1::bigint[], $2::integer[], $3::numeric[], $4::numeric[], $5::text[], $6::bigint[])
on conflict (id) do nothing`

/** The newest `count` trades of every pair, newest first. */
export async function newestTrades(client: Queryable, count: number): Promise<(Trade & { readonly pair: PairId })[]> {
  const rows = await query<Tables['trades']>(client, NEWEST, [count])
  return rows.flatMap(({ id, pair_id: pair, quantity, side, at, ...row }) => {
    const price = storedPrice(row.price)
    return price === undefined ? [] : [{ id, pair, price, quantity: Number(quantity) as Lots, side, at }]
  })
}

const NEWEST = `select newest.* from (select distinct pair_id from trades) as pairs
cross join lateral (select * from trades where pair_id = pairs.pair_id order by id desc limit $1) as newest
order by pair_id, id desc`
