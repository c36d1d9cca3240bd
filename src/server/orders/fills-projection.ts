/** What every user did in every trade. Demo traders' fills are not kept. */

import { cost, type Pair } from '../../contract/catalogue.ts'
import type { PairId, UserId } from '../../contract/ids.ts'
import type { Traded } from '../../engine/events.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Projection } from './projector.ts'

export type StoredFill = Tables['fills']

export type FillFilter = { readonly pair: PairId | undefined; readonly offset: number; readonly limit: number }

/** `isKept` says whose fills are shown to somebody one day. */
export const fillHistory = (pairs: { get(id: PairId): Pair }, isKept: (user: UserId) => boolean): Projection => ({
  name: 'fills',
  async write(client, done) {
    const fills = done
      .flatMap(({ outcome }) => outcome.events)
      .flatMap((event) => (event.type === 'traded' ? fillsIn(event, pairs.get(event.pair)) : []))
      .filter(({ user_id }) => isKept(user_id))
    if (fills.length === 0) return
    const column = <T>(read: (fill: StoredFill) => T): T[] => fills.map(read)
    await client.query(INSERT, [
      column((fill) => fill.trade_id),
      column((fill) => fill.order_id),
      column((fill) => fill.user_id),
      column((fill) => fill.pair_id),
      column((fill) => fill.side),
      column((fill) => fill.role),
      column((fill) => String(fill.price)),
      column((fill) => String(fill.quantity)),
      column((fill) => String(fill.total)),
      column((fill) => String(fill.fee)),
      column((fill) => fill.at),
    ])
  },
})

const INSERT = `insert into fills (trade_id, order_id, user_id, pair_id, side, role, price, quantity, total, fee, at)
select * from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::integer[], $5::text[], $6::text[], $7::numeric[],
  $8::numeric[], $9::numeric[], $10::numeric[], $11::bigint[])
on conflict (trade_id, order_id) do nothing`

/** A trade as each of its two parties has it. */
export function fillsIn(trade: Traded, pair: Pair): [maker: StoredFill, taker: StoredFill] {
  const { maker, taker, side, price, quantity } = trade
  const both = {
    trade_id: trade.trade,
    pair_id: trade.pair,
    price: BigInt(price),
    quantity: BigInt(quantity),
    total: cost(pair, price, quantity),
    at: trade.at,
  }
  const other = side === 'buy' ? 'sell' : 'buy'
  return [
    { ...both, order_id: maker.order, user_id: maker.user, side: other, role: 'maker', fee: maker.fee },
    { ...both, order_id: taker.order, user_id: taker.user, side, role: 'taker', fee: taker.fee },
  ]
}

/** A user's fills, newest first, and whether there are more. */
export async function fillPage(
  { kysely }: Database,
  user: UserId,
  { pair, offset, limit }: FillFilter,
): Promise<{ fills: StoredFill[]; next: boolean }> {
  let query = kysely.selectFrom('fills').selectAll().where('user_id', '=', user)
  if (pair !== undefined) query = query.where('pair_id', '=', pair)
  const rows = await query
    .orderBy('trade_id', 'desc')
    .offset(offset)
    .limit(limit + 1)
    .execute()
  return { fills: rows.slice(0, limit), next: rows.length > limit }
}
