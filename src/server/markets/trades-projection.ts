/** The newest trades of every pair. */

import type pg from 'pg'
import type { Millis, PairId, TradeId } from '../../contract/ids.ts'
import type { Lots, Ticks } from '../../contract/money.ts'
import type { Side } from '../../contract/order-rules.ts'
import type { Traded } from '../../engine/events.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Projection } from './projector.ts'

/** `side` is the taker's. Who traded is nobody's business. */
export type Trade = {
  readonly id: TradeId
  readonly price: Ticks
  readonly quantity: Lots
  readonly side: Side
  readonly at: Millis
}

/** Of all pairs together; some more than are ever shown, so that a quiet pair has some too. */
const KEPT = 20_000

export const tradeTape: Projection = {
  name: 'trades',
  async write(client, done) {
    const trades = done.flatMap(({ outcome }) => outcome.events.filter((event) => event.type === 'traded')).slice(-KEPT)
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

/** The newest of every pair, newest first. */
export async function newestTrades(
  client: Pick<pg.ClientBase, 'query'>,
  most: number,
): Promise<(Trade & { readonly pair: PairId })[]> {
  const { rows } = await client.query<Tables['trades']>(NEWEST, [most])
  return rows.map(({ id, pair_id: pair, price, quantity, side, at }) => ({
    id,
    pair,
    price: Number(price) as Ticks,
    quantity: Number(quantity) as Lots,
    side,
    at,
  }))
}

const NEWEST = `select newest.* from (select distinct pair_id from trades) as pairs
cross join lateral (select * from trades where pair_id = pairs.pair_id order by id desc limit $1) as newest
order by pair_id, id desc`
