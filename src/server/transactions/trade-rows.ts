/** The rows of the history for trades: one for each closed order that has filled something. They are read from the orders. */

import { type OrderId, orderOfUuid, orderUuid } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import { markets, type State } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'

/**
 * A part of the query of the history with its columns. `$11` to `$14`: the pairs with their currencies and lots; rows of other
 * pairs are forged. `$15`: the end of the uuids of orders. `$16`: the id of the order that is asked for, if one is. `command`: the
 * one that closed the order.
 */
export const TRADES = `select * from (
    select (substr(hex, 1, 8) || '-' || substr(hex, 9) || $15)::uuid as uuid, user_id, id as seq, 'trade' as type,
      'completed' as status, case side when 'buy' then quote else base end as currency_id,
      case side when 'buy' then filled_total else filled * lot end as amount, fee,
      case side when 'buy' then base else quote end as to_currency_id,
      greatest(0, case side when 'buy' then filled * lot else filled_total end - fee) as to_amount,
      null::numeric(38, 0) as rate, null::integer as network_id, null as address, null as memo, null as txid,
      jsonb_build_object('side', side, 'type', type) as details, updated_at as at, updated_at, null::integer as count,
      updated_by as command
    from orders
    join unnest($11::integer[], $12::integer[], $13::integer[], $14::numeric[]) as pair (number, base, quote, lot)
      on number = pair_id
    cross join lateral (select lpad(to_hex(id), 12, '0') as hex) as text
    where user_id = $1 and filled > 0 and status not in ('open', 'partially_filled')
  ) as trades
  where $2 in ('all', 'trade') and at >= $9::bigint and at < $10::bigint
    and ($3::integer is null or currency_id = $3 or to_currency_id = $3)
    and ($4::uuid is null or seq = $16::bigint)`

/** Values of `$11` to `$16`. */
export function tradeValues(state: State, uuid: string | undefined): readonly unknown[] {
  const pairs = Array.from(markets(state), ({ pair }) => pair)
  return [
    pairs.map(({ id }) => id),
    pairs.map(({ base }) => base.id),
    pairs.map(({ quote }) => quote.id),
    pairs.map(({ lot }) => String(lot)),
    orderUuid(state.journal, 0 as OrderId).slice(13),
    uuid === undefined ? null : (orderOfUuid(state.journal, uuid) ?? null),
  ]
}

const FILLS = `select * from fills where user_id = $1 and order_id = $2 order by trade_id desc limit 100`

export type TradeFill = { readonly orderUuid: string; readonly pair: Pair; readonly fill: Tables['fills'] }

/** The newest fills of an order. */
export const fillsOfOrder = (
  { pool }: Pick<Database, 'pool'>,
  user: string,
  order: number,
): Promise<Tables['fills'][]> => query(pool, FILLS, [user, order])
