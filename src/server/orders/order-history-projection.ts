/** The order history: every open and closed order of a user. Demo traders' orders are not stored. */

import type pg from 'pg'
import type { OrderId, PairId, Seq, UserId } from '../../contract/ids.ts'
import type { PageInput } from '../../contract/paging.ts'
import { type Event, isConversionLeg, type Leg, type OrderOpened } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query, queryOne } from '../postgres/query.ts'
import type { OrderRow } from '../postgres/tables.ts'
import type { Projection } from '../read-models/projector.ts'
import { termFields } from './order-facts.ts'

export type StoredOrder = OrderRow

export type OrderFilter = PageInput & {
  readonly status: 'open' | 'closed' | 'all'
  readonly pair: PairId | undefined
}

/** `isRecorded`: whose orders are stored. */
export const orderHistoryProjection = (isRecorded: (user: UserId) => boolean): Projection => ({
  name: 'orders',
  async write(client, batch) {
    const opened: OrderOpened[] = []
    const changed = new Map<OrderId, Change>()
    for (const { seq, outcome } of batch)
      for (const event of outcome.events) collect(event, seq, isRecorded, opened, changed)
    if (opened.length > 0) await insert(client, opened)
    if (changed.size > 0) await update(client, [...changed.values()])
  },
})

type Change = { order: OrderId; at: number; seq: Seq; leg: Leg | undefined; status: string }

/** A later change of an order replaces an earlier one: events carry running totals. */
function collect(
  event: Event,
  seq: Seq,
  isRecorded: (user: UserId) => boolean,
  opened: OrderOpened[],
  changed: Map<OrderId, Change>,
): void {
  const isOrder = (order: OrderId, user: UserId): boolean => isRecorded(user) && !isConversionLeg(order)
  const change = (order: OrderId, at: number, status: string, leg?: Leg): void => {
    changed.set(order, { order, at, seq, status, leg: leg ?? changed.get(order)?.leg })
  }
  if (event.type === 'order-opened' && isOrder(event.order, event.user)) opened.push(event)
  if (event.type === 'order-closed' && isOrder(event.order, event.user)) change(event.order, event.at, event.reason)
  if (event.type === 'traded')
    for (const leg of [event.maker, event.taker])
      if (isOrder(leg.order, leg.user)) change(leg.order, event.at, 'partially_filled', leg)
}

async function insert(client: pg.ClientBase, opened: readonly OrderOpened[]): Promise<void> {
  const column = <T>(read: (event: OrderOpened) => T): T[] => opened.map(read)
  const terms = opened.map((event) => termFields(event.terms))
  await client.query(INSERT, [
    column((event) => event.order),
    column((event) => event.user),
    column((event) => event.pair),
    column((event) => event.side),
    terms.map(({ type }) => type),
    terms.map(({ timeInForce }) => timeInForce),
    terms.map(({ postOnly }) => postOnly),
    terms.map(({ price }) => price),
    terms.map(({ quantity }) => quantity),
    terms.map(({ total }) => (total === null ? null : String(total))),
    column((event) => event.clientId),
    column((event) => event.at),
  ])
}

const INSERT = `insert into orders (id, user_id, pair_id, side, type, time_in_force, post_only, price, volume, total,
  status, client_order_id, created_at, updated_at, updated_by)
select id, user_id, pair_id, side, type, time_in_force, post_only, price, volume, total, 'open', client_id, at, at, id
from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::numeric[],
  $9::numeric[], $10::numeric[], $11::text[], $12::bigint[])
  as o (id, user_id, pair_id, side, type, time_in_force, post_only, price, volume, total, client_id, at)
on conflict (id) do nothing`

async function update(client: pg.ClientBase, changes: readonly Change[]): Promise<void> {
  const column = <T>(read: (change: Change) => T): T[] => changes.map(read)
  await client.query(UPDATE, [
    column(({ order }) => order),
    column(({ status }) => status),
    column(({ at }) => at),
    column(({ leg }) => leg?.filled ?? null),
    column(({ leg }) => (leg === undefined ? null : String(leg.filledTotal))),
    column(({ leg }) => (leg === undefined ? null : String(leg.feeTotal))),
    column(({ seq }) => seq),
  ])
}

const UPDATE = `update orders set status = c.status, updated_at = c.at, updated_by = c.seq, filled = coalesce(c.filled, orders.filled),
  filled_total = coalesce(c.filled_total, orders.filled_total), fee = coalesce(c.fee, orders.fee)
from unnest($1::bigint[], $2::text[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::bigint[])
  as c (id, status, at, filled, filled_total, fee, seq)
where orders.id = c.id`

/** $2: `open`, `closed` or `all`. $3: a pair, or null for all. */
const PAGE = `select * from orders
where user_id = $1 and ($3::integer is null or pair_id = $3)
  and ($2 = 'all' or (status in ('open', 'partially_filled')) = ($2 = 'open'))
  and ($6::bigint is null or id < $6)
order by id desc offset $4 limit $5`

/** A user's orders, newest first; `next`: there are more. `below`: only those with a lower id, and the offset is ignored. */
export async function orderPage(
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
  { status, pair, offset, limit }: OrderFilter,
  below: OrderId | undefined,
): Promise<{ orders: StoredOrder[]; next: boolean }> {
  const rows = await query<StoredOrder>(pool, PAGE, [
    ...[user, status, pair ?? null, below === undefined ? offset : 0, limit + 1],
    below ?? null,
  ])
  return { orders: rows.slice(0, limit), next: rows.length > limit }
}

export const storedOrder = (
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
  order: OrderId,
): Promise<StoredOrder | undefined> =>
  queryOne<StoredOrder>(pool, 'select * from orders where user_id = $1 and id = $2', [user, order])
