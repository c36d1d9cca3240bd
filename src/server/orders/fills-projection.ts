/** The fills of every user, one row per trade and order. Demo traders' fills are not stored. */

import type { PairId, UserId } from '../../contract/ids.ts'
import { cost, type Pair } from '../../contract/markets/instruments.ts'
import { type PageInput, placeNumber } from '../../contract/paging.ts'
import { isConversionLeg, type Traded } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Projection } from '../read-models/projector.ts'

export type StoredFill = Tables['fills']

export type FillFilter = PageInput & { readonly pair: PairId | undefined }

/** `isRecorded`: whose fills are stored. */
export const fillsProjection = (
  pairs: { get(id: PairId): Pair },
  isRecorded: (user: UserId) => boolean,
): Projection => ({
  name: 'fills',
  async write(client, batch) {
    const fills = batch
      .flatMap(({ outcome }) => outcome.events)
      .flatMap((event) => (event.type === 'traded' ? fillsIn(event, pairs.get(event.pair)) : []))
      .filter(({ user_id, order_id }) => isRecorded(user_id) && !isConversionLeg(order_id))
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

/** The maker's and the taker's fill of a trade. */
function fillsIn(trade: Traded, pair: Pair): [maker: StoredFill, taker: StoredFill] {
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

const PAGE = `select * from fills where user_id = $1 and ($2::integer is null or pair_id = $2)
  and ($5::bigint is null or trade_id < $5)
order by trade_id desc offset $3 limit $4`

/** A user's fills, newest first; `next`: there are more. */
export async function fillPage(
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
  { pair, offset, limit, before }: FillFilter,
): Promise<{ fills: StoredFill[]; next: boolean }> {
  const rows = await query<StoredFill>(pool, PAGE, [
    ...[user, pair ?? null, before === undefined ? offset : 0, limit + 1],
    before === undefined ? null : placeNumber(before),
  ])
  return { fills: rows.slice(0, limit), next: rows.length > limit }
}
