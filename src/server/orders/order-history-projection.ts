/** Every order of a user, open and closed. Demo traders' orders are not kept. */

import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { OrderId, PairId, UserId } from '../../contract/ids.ts'
import type { Event, Leg, OrderOpened } from '../../engine/events.ts'
import type { Database } from '../postgres/database.ts'
import type { OrderRow } from '../postgres/tables.ts'
import type { Projection } from './projector.ts'

export type StoredOrder = Selectable<OrderRow>

export type OrderFilter = {
  readonly status: 'open' | 'closed' | 'all'
  readonly pair: PairId | undefined
  readonly offset: number
  readonly limit: number
}

/** `isKept` says whose orders are shown to somebody one day. */
export const orderHistory = (isKept: (user: UserId) => boolean): Projection => ({
  name: 'orders',
  async write(client, done) {
    const opened: OrderOpened[] = []
    const changed = new Map<OrderId, Change>()
    for (const event of done.flatMap(({ outcome }) => outcome.events)) note(event, isKept, opened, changed)
    if (opened.length > 0) await insert(client, opened)
    if (changed.size > 0) await update(client, [...changed.values()])
  },
})

type Change = { order: OrderId; at: number; leg: Leg | undefined; status: string }

/** Later news of an order replaces earlier: events carry sums so far, not steps. */
function note(
  event: Event,
  isKept: (user: UserId) => boolean,
  opened: OrderOpened[],
  changed: Map<OrderId, Change>,
): void {
  const change = (order: OrderId, at: number, status: string, leg?: Leg): void => {
    changed.set(order, { order, at, status, leg: leg ?? changed.get(order)?.leg })
  }
  if (event.type === 'order-opened' && isKept(event.user)) opened.push(event)
  if (event.type === 'order-closed' && isKept(event.user)) change(event.order, event.at, event.reason)
  if (event.type === 'traded')
    for (const leg of [event.maker, event.taker])
      if (isKept(leg.user)) change(leg.order, event.at, 'partially_filled', leg)
}

async function insert(client: pg.ClientBase, opened: readonly OrderOpened[]): Promise<void> {
  const column = <T>(read: (event: OrderOpened) => T): T[] => opened.map(read)
  await client.query(INSERT, [
    column((event) => event.order),
    column((event) => event.user),
    column((event) => event.pair),
    column((event) => event.side),
    column((event) => event.terms.type),
    column(({ terms }) => (terms.type === 'limit' ? terms.timeInForce : 'IOC')),
    column(({ terms }) => terms.type === 'limit' && terms.postOnly),
    column(({ terms }) => (terms.type === 'limit' ? terms.price : null)),
    column(({ terms }) => ('quantity' in terms ? terms.quantity : null)),
    column(({ terms }) => ('total' in terms ? String(terms.total) : null)),
    column((event) => event.clientId),
    column((event) => event.at),
  ])
}

const INSERT = `insert into orders (id, user_id, pair_id, side, type, time_in_force, post_only, price, volume, total,
  status, client_order_id, created_at, updated_at)
select id, user_id, pair_id, side, type, time_in_force, post_only, price, volume, total, 'open', client_id, at, at
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
  ])
}

const UPDATE = `update orders set status = c.status, updated_at = c.at, filled = coalesce(c.filled, orders.filled),
  filled_total = coalesce(c.filled_total, orders.filled_total), fee = coalesce(c.fee, orders.fee)
from unnest($1::bigint[], $2::text[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[])
  as c (id, status, at, filled, filled_total, fee)
where orders.id = c.id`

/** A user's orders, newest first, and whether there are more. */
export async function orderPage(
  { kysely }: Database,
  user: UserId,
  { status, pair, offset, limit }: OrderFilter,
): Promise<{ orders: StoredOrder[]; next: boolean }> {
  const open = ['open', 'partially_filled']
  let query = kysely.selectFrom('orders').selectAll().where('user_id', '=', user)
  if (pair !== undefined) query = query.where('pair_id', '=', pair)
  if (status !== 'all') query = query.where('status', status === 'open' ? 'in' : 'not in', open)
  const rows = await query
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit + 1)
    .execute()
  return { orders: rows.slice(0, limit), next: rows.length > limit }
}

/** One order of a user, whatever became of it. */
export const storedOrder = ({ kysely }: Database, user: UserId, order: OrderId): Promise<StoredOrder | undefined> =>
  kysely.selectFrom('orders').selectAll().where('user_id', '=', user).where('id', '=', order).executeTakeFirst()
