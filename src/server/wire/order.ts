/** Orders and fills as JSON. */

import { cost, type Pair, priceText, quantityText } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import { formatDecimal, formatUnits, type Lots, PRICE_DECIMALS, type Ticks } from '../../contract/money.ts'
import type { FillsPage, FillView, OrdersPage, OrderView, UserTradeView } from '../../contract/orders/views.ts'
import type { Leg, Traded } from '../../engine/exchange.ts'
import type { FillFacts } from '../orders/list-orders.ts'
import { averagePrice, type OrderFacts } from '../orders/order-facts.ts'
import { isoTime } from './time.ts'

export function orderView(order: OrderFacts): OrderView {
  const { pair, price, quantity } = order
  const average = averagePrice(order)
  return {
    uuid: order.uuid,
    user_id: order.user,
    client_order_id: order.clientId,
    pair_id: pair.id,
    pair_symbol: pair.symbol,
    side: order.side,
    type: order.type,
    price: price === null ? null : priceText(pair, price),
    volume: quantity === null ? null : quantityText(pair, quantity),
    total: totalText(order),
    filled_volume: quantityText(pair, order.filled),
    filled_total: formatUnits(order.filledTotal),
    avg_price: average === undefined ? null : formatDecimal(average, PRICE_DECIMALS),
    fee: formatUnits(order.fee),
    fee_currency: receivedCurrency(pair, order.side),
    status: order.status,
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
    created_at: isoTime(order.createdAt),
    updated_at: isoTime(order.updatedAt),
  }
}

/** One party's side of a trade, without data of the counterparty. */
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
  fee_currency: receivedCurrency(pair, isMaker ? (taker === 'buy' ? 'sell' : 'buy') : taker),
  role: isMaker ? 'maker' : 'taker',
})

export const userTradeView = ({ orderUuid, pair, fill }: FillFacts): UserTradeView => ({
  trade_id: fill.trade_id,
  order_uuid: orderUuid,
  pair_id: pair.id,
  pair_symbol: pair.symbol,
  side: fill.side,
  role: fill.role,
  price: priceText(pair, Number(fill.price) as Ticks),
  volume: quantityText(pair, Number(fill.quantity) as Lots),
  total: formatUnits(fill.total),
  fee: formatUnits(fill.fee),
  fee_currency: receivedCurrency(pair, fill.side),
  time: fill.at,
})

type Page<Item> = { readonly items: readonly Item[]; readonly next: boolean }

export const ordersPage = ({ items, next }: Page<OrderFacts>): OrdersPage => ({ orders: items.map(orderView), next })

export const fillsPage = ({ items, next }: Page<FillFacts>): FillsPage => ({ fills: items.map(userTradeView), next })

/** Fees are charged in the currency that the side receives. */
const receivedCurrency = (pair: Pair, side: Side): string => (side === 'buy' ? pair.base : pair.quote).symbol

/** The requested total, or price times quantity of a limit order; null for a market order by quantity. */
function totalText({ pair, price, quantity, total }: OrderFacts): string | null {
  if (total !== null) return formatUnits(total)
  return price === null || quantity === null ? null : formatUnits(cost(pair, price, quantity))
}
