/** What events say of orders, added up once more: by other code than that which keeps the history. */

import type { OrderId, PairId, UserId } from '../../contract/ids.ts'
import { known } from '../../engine/assert.ts'
import type { Event, Leg, OrderOpened, Traded } from '../../engine/events.ts'
import type { Order } from '../../engine/orders/order.ts'
import type { State } from '../../engine/state.ts'
import type { StoredOrder } from '../projections/order-history.ts'

/** As a row of the history has it. */
export type FoldedOrder = { -readonly [Name in keyof StoredOrder]: StoredOrder[Name] }
export type FoldedOrders = Map<OrderId, FoldedOrder>

export function fold(orders: FoldedOrders, event: Event, state: State, isKept: (user: UserId) => boolean): void {
  if (event.type === 'order-opened' && isKept(event.user)) orders.set(event.order, opened(event))
  if (event.type === 'traded')
    for (const leg of [event.maker, event.taker]) filled(orders.get(leg.order), leg, event, state)
  if (event.type !== 'order-closed') return
  const order = orders.get(event.order)
  if (order === undefined) return
  order.status = event.reason
  order.updated_at = event.at
}

function filled(
  order: FoldedOrder | undefined,
  leg: Leg,
  { pair, price, quantity, at }: Traded,
  { markets }: State,
): void {
  if (order === undefined) return
  const { tickLot } = known(markets.get(pair as PairId), 'a trade is of a listed pair').pair
  order.filled += BigInt(quantity)
  order.filled_total += BigInt(price) * BigInt(quantity) * tickLot
  order.fee += leg.fee
  order.status = 'partially_filled'
  order.updated_at = at
}

const opened = ({ order, user, clientId, pair, side, terms, at }: OrderOpened): FoldedOrder => ({
  ...asked(terms),
  id: order,
  user_id: user,
  pair_id: pair,
  side,
  filled: 0n,
  filled_total: 0n,
  fee: 0n,
  status: 'open',
  client_order_id: clientId,
  created_at: at,
  updated_at: at,
})

/** An open order of the state, as the history should have it. */
export const asStored = (order: Order): FoldedOrder => ({
  ...asked(order.terms),
  id: order.id,
  user_id: order.user,
  pair_id: order.pair,
  side: order.side,
  filled: BigInt(order.filled),
  filled_total: order.filledTotal,
  fee: order.fee,
  status: order.filled > 0 ? 'partially_filled' : 'open',
  client_order_id: order.clientId,
  created_at: order.openedAt,
  updated_at: order.updatedAt,
})

const asked = (terms: Order['terms']) => ({
  type: terms.type,
  time_in_force: terms.type === 'limit' ? terms.timeInForce : ('IOC' as const),
  post_only: terms.type === 'limit' && terms.postOnly,
  price: terms.type === 'limit' ? BigInt(terms.price) : null,
  volume: 'quantity' in terms ? BigInt(terms.quantity) : null,
  total: 'total' in terms ? terms.total : null,
})

/** The first field that differs, in words. */
export function differenceOf(stored: StoredOrder, expected: FoldedOrder): string | undefined {
  for (const name of Object.keys(expected) as (keyof FoldedOrder)[])
    if (stored[name] !== expected[name])
      return `order ${stored.id}: ${name} is ${stored[name]} in the history and should be ${expected[name]}`
  return undefined
}
