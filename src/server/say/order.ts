/** An order as its owner sees it, whether it is open in the state or long in the history. */

import { type Pair, priceText, quantityText, quantityUnits } from '../../contract/catalogue.ts'
import { type Millis, type OrderId, orderUuid, type UserId } from '../../contract/ids.ts'
import { formatDecimal, formatUnits, type Lots, PRICE_DECIMALS, type Ticks, type Units } from '../../contract/money.ts'
import type { Side, TimeInForce } from '../../contract/order-rules.ts'
import type { FillView, OrderStatus, OrderView, UserTradeView } from '../../contract/views.ts'
import type { Leg, Traded } from '../../engine/events.ts'
import type { Order } from '../../engine/orders/order.ts'
import type { StoredFill } from '../projections/fills.ts'

export type OrderFacts = {
  readonly id: OrderId
  readonly user: UserId
  readonly clientId: string | null
  readonly side: Side
  readonly type: 'limit' | 'market'
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly price: Ticks | null
  readonly quantity: Lots | null
  readonly total: Units | null
  readonly filled: Lots
  readonly filledTotal: Units
  readonly fee: Units
  readonly status: OrderStatus
  readonly createdAt: Millis
  readonly updatedAt: Millis
}

export function factsOf(order: Order): OrderFacts {
  const { id, user, clientId, side, terms, filled, filledTotal, fee, openedAt: createdAt, updatedAt } = order
  const open: OrderStatus = filled > 0 ? 'partially_filled' : 'open'
  const common = {
    id,
    user,
    clientId,
    side,
    filled,
    filledTotal,
    fee,
    createdAt,
    updatedAt,
    status: order.closed ?? open,
  }
  if (terms.type === 'limit') {
    const { type, price, quantity, timeInForce, postOnly } = terms
    return { ...common, type, price, quantity, timeInForce, postOnly, total: null }
  }
  const asked =
    terms.by === 'total' ? { quantity: null, total: terms.total } : { quantity: terms.quantity, total: null }
  return { ...common, ...asked, type: 'market', price: null, timeInForce: 'IOC', postOnly: false }
}

export function orderView(journal: string, pair: Pair, facts: OrderFacts): OrderView {
  const { price, quantity, filled, filledTotal } = facts
  return {
    uuid: orderUuid(journal, facts.id),
    user_id: facts.user,
    client_order_id: facts.clientId,
    pair_id: pair.id,
    pair_symbol: pair.symbol,
    side: facts.side,
    type: facts.type,
    price: price === null ? null : priceText(pair, price),
    volume: quantity === null ? null : quantityText(pair, quantity),
    total: totalText(pair, facts),
    filled_volume: quantityText(pair, filled),
    filled_total: formatUnits(filledTotal),
    avg_price: filled === 0 ? null : formatDecimal(averagePrice(pair, filled, filledTotal), PRICE_DECIMALS),
    fee: formatUnits(facts.fee),
    fee_currency: receives(pair, facts.side),
    status: facts.status,
    time_in_force: facts.timeInForce,
    post_only: facts.postOnly,
    created_at: isoTime(facts.createdAt),
    updated_at: isoTime(facts.updatedAt),
  }
}

/** One party's share of a trade; nothing of the other party is in it. */
export const fillView = (
  pair: Pair,
  { trade, price, quantity, side: taker }: Traded,
  leg: Leg,
  isMaker: boolean,
): FillView => ({
  trade_id: trade,
  price: priceText(pair, price),
  volume: quantityText(pair, quantity),
  fee: formatUnits(leg.fee),
  fee_currency: receives(pair, isMaker ? (taker === 'buy' ? 'sell' : 'buy') : taker),
  role: isMaker ? 'maker' : 'taker',
})

export const userTradeView = (journal: string, pair: Pair, fill: StoredFill): UserTradeView => ({
  trade_id: fill.trade_id,
  order_uuid: orderUuid(journal, fill.order_id),
  pair_id: pair.id,
  pair_symbol: pair.symbol,
  side: fill.side,
  role: fill.role,
  price: priceText(pair, Number(fill.price) as Ticks),
  volume: quantityText(pair, Number(fill.quantity) as Lots),
  total: formatUnits(fill.total),
  fee: formatUnits(fill.fee),
  fee_currency: receives(pair, fill.side),
  time: fill.at,
})

const receives = (pair: Pair, side: Side): string => (side === 'buy' ? pair.base : pair.quote).symbol

function totalText(pair: Pair, { price, quantity, total }: OrderFacts): string | null {
  if (total !== null) return formatUnits(total)
  return price === null || quantity === null ? null : formatUnits(BigInt(price) * BigInt(quantity) * pair.tickLot)
}

/** In 10⁻¹⁰ of the quote currency, rounded down. */
const averagePrice = (pair: Pair, filled: Lots, total: Units): bigint =>
  (total * 10n ** BigInt(PRICE_DECIMALS)) / quantityUnits(pair, filled)

/** The wire's time: ISO 8601, UTC. */
export const isoTime = (at: Millis): string => new Date(at).toISOString()
