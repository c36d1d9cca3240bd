/** An order as its owner may see it, built from an open or just closed engine order or from a row of the history. */

import { type Millis, type OrderId, orderUuid, type PairId, type UserId } from '../../contract/ids.ts'
import { type Pair, quantityUnits } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import { type Lots, PRICE_DECIMALS, type Ticks, type Units } from '../../contract/money.ts'
import type { OrderTerms, TimeInForce } from '../../contract/orders/order-terms.ts'
import { isPostOnly, limitPrice, quantityOf, timeInForceOf, totalOf } from '../../contract/orders/order-terms.ts'
import type { OrderStatus } from '../../contract/orders/views.ts'
import { expectDefined } from '../../engine/assert.ts'
import { marketOf, type Order, orderOf, type State } from '../../engine/exchange.ts'
import type { OrderRow } from '../postgres/tables.ts'

/** Null where the order type has no such term. */
type TermFields = {
  readonly type: OrderTerms['type']
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly price: Ticks | null
  readonly quantity: Lots | null
  readonly total: Units | null
}

export type OrderFacts = TermFields & {
  readonly uuid: string
  readonly user: UserId
  readonly clientId: string | null
  readonly pair: Pair
  readonly side: Side
  readonly filled: Lots
  readonly filledTotal: Units
  readonly fee: Units
  readonly status: OrderStatus
  readonly createdAt: Millis
  readonly updatedAt: Millis
}

export function termFields(terms: OrderTerms): TermFields {
  return {
    type: terms.type,
    price: limitPrice(terms) ?? null,
    quantity: quantityOf(terms) ?? null,
    total: totalOf(terms) ?? null,
    timeInForce: timeInForceOf(terms),
    postOnly: isPostOnly(terms),
  }
}

export const pairIn = (state: State, id: PairId): Pair =>
  expectDefined(marketOf(state, id), 'an order has a market').pair

export const orderFacts = (state: State, order: Order): OrderFacts => ({
  ...termFields(order.terms),
  uuid: orderUuid(state.journal, order.id),
  user: order.user,
  clientId: order.clientId,
  pair: pairIn(state, order.pair),
  side: order.side,
  filled: order.filled,
  filledTotal: order.filledTotal,
  fee: order.fee,
  status: order.closed ?? (order.filled > 0 ? 'partially_filled' : 'open'),
  createdAt: order.openedAt,
  updatedAt: order.updatedAt,
})

/** The order with this id, if it is open or among `closed`. */
export function findOrderFacts(state: State, closed: readonly Order[], id: OrderId): OrderFacts | undefined {
  const order = orderOf(state, id) ?? closed.find((each) => each.id === id)
  return order && orderFacts(state, order)
}

export const storedOrderFacts = (state: State, row: OrderRow): OrderFacts => ({
  uuid: orderUuid(state.journal, row.id),
  user: row.user_id,
  clientId: row.client_order_id,
  pair: pairIn(state, row.pair_id),
  side: row.side,
  type: row.type,
  timeInForce: row.time_in_force,
  postOnly: row.post_only,
  price: row.price === null ? null : (Number(row.price) as Ticks),
  quantity: row.volume === null ? null : (Number(row.volume) as Lots),
  total: row.total,
  filled: Number(row.filled) as Lots,
  filledTotal: row.filled_total,
  fee: row.fee,
  status: row.status as OrderStatus,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** In 10⁻¹⁰ of the quote currency, rounded down; undefined before the first fill. */
export const averagePrice = ({ pair, filled, filledTotal }: OrderFacts): bigint | undefined =>
  filled === 0 ? undefined : (filledTotal * 10n ** BigInt(PRICE_DECIMALS)) / quantityUnits(pair, filled)
