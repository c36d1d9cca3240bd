/** A second fold of the events into orders, deliberately independent of the order history projection. */

import type { OrderId, UserId } from '../../contract/ids.ts'
import { plus, type Units, ZERO } from '../../contract/money.ts'
import { isPostOnly, limitPrice, quantityOf, timeInForceOf, totalOf } from '../../contract/orders/order-terms.ts'
import { expectDefined } from '../../engine/assert.ts'
import type { Event, Leg, Order, OrderOpened, State, Traded } from '../../engine/exchange.ts'
import { isConversionLeg, marketOf } from '../../engine/exchange.ts'
import type { StoredOrder } from '../orders/order-history-projection.ts'

/** The state does not know the command of the latest event of an order. */
type Compared = Omit<StoredOrder, 'updated_by'>
type FoldedOrder = { -readonly [Name in keyof Compared]: Compared[Name] }
export type FoldedOrders = Map<OrderId, FoldedOrder>

export function fold(orders: FoldedOrders, event: Event, state: State, isRecorded: (user: UserId) => boolean): void {
  if (event.type === 'order-opened' && isRecorded(event.user) && !isConversionLeg(event.order))
    orders.set(event.order, opened(event))
  if (event.type === 'traded')
    for (const leg of [event.maker, event.taker]) applyFill(orders.get(leg.order), leg, event, state)
  if (event.type !== 'order-closed') return
  const order = orders.get(event.order)
  if (order === undefined) return
  order.status = event.reason
  order.updated_at = event.at
}

function applyFill(
  order: FoldedOrder | undefined,
  leg: Leg,
  { pair, price, quantity, at }: Traded,
  state: State,
): void {
  if (order === undefined) return
  const { tickLot } = expectDefined(marketOf(state, pair), 'the pair of a trade is listed').pair
  order.filled += BigInt(quantity)
  order.filled_total = plus(order.filled_total, (BigInt(price) * BigInt(quantity) * tickLot) as Units)
  order.fee = plus(order.fee, leg.fee)
  order.status = 'partially_filled'
  order.updated_at = at
}

const opened = ({ order, user, clientId, pair, side, terms, at }: OrderOpened): FoldedOrder => ({
  ...columnsOf(terms),
  id: order,
  user_id: user,
  pair_id: pair,
  side,
  filled: 0n,
  filled_total: ZERO,
  fee: ZERO,
  status: 'open',
  client_order_id: clientId,
  created_at: at,
  updated_at: at,
})

/** An open order of the state as a row of the history. */
export const asStored = (order: Order): FoldedOrder => ({
  ...columnsOf(order.terms),
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

const columnsOf = (terms: Order['terms']) => ({
  type: terms.type,
  time_in_force: timeInForceOf(terms),
  post_only: isPostOnly(terms),
  price: bigOrNull(limitPrice(terms)),
  volume: bigOrNull(quantityOf(terms)),
  total: totalOf(terms) ?? null,
})

const bigOrNull = (value: number | undefined): bigint | null => (value === undefined ? null : BigInt(value))

/** Describes the first column that differs. */
export function differenceOf(stored: StoredOrder, expected: FoldedOrder): string | undefined {
  for (const name of Object.keys(expected) as (keyof FoldedOrder)[])
    if (stored[name] !== expected[name])
      return `order ${stored.id}: ${name} is ${stored[name]} in the history and should be ${expected[name]}`
  return undefined
}
