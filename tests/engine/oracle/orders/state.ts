/** What order events do to the state, and open orders with their queues in snapshots and in the state text. */

import type { OrderId, PairId, UserId } from '../../../../src/contract/ids.ts'
import type { Pair } from '../../../../src/contract/markets/instruments.ts'
import { VALUATION_CURRENCY, valuation } from '../../../../src/contract/markets/valuation.ts'
import { type Lots, type Ticks, type Units, ZERO } from '../../../../src/contract/money.ts'
import { limitPrice, quantityOf } from '../../../../src/contract/orders/order-terms.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import type { Leg, OrderClosed, OrderOpened, OrderRested, Traded } from '../../../../src/engine/orders/events.ts'
import { countTrade, emptyActivity } from '../ledger/activity.ts'
import { post } from '../ledger/ledger.ts'
import { remove, rest } from '../orderbook/book.ts'
import type { Book, Order, Trader } from '../orderbook/order.ts'
import { addOwn, removeOwn } from '../orderbook/own-orders.ts'
import type { Core, State } from '../state.ts'

export function openOrder(state: State, event: OrderOpened): void {
  const { core } = state
  const trader = traderIn(state, event.user)
  const order = newOrder(trader, bookIn(core, event.pair), event)
  addOrder(core, order)
  trader.lastSeq = state.seq
  post(core.ledger, event.postings, trader)
}

function addOrder(core: Core, order: Order): void {
  core.orders.add(order)
  addOwn(order)
}

/** From here on the order is a maker, and the maker rate applies to what it receives. */
export function restOrder({ core }: State, event: OrderRested): void {
  const order = orderIn(core, event.order)
  order.takenFilled = order.filled
  order.takenTotal = order.filledTotal
  order.takenFee = order.fee
  rest(order, restingPrice(order))
}

const restingPrice = ({ terms }: Order): Ticks =>
  expectDefined(limitPrice(terms), 'only an order with a limit price rests')

export function trade(state: State, event: Traded): void {
  const { core } = state
  const maker = orderIn(core, event.maker.order)
  const level = expectDefined(maker.level, 'a maker rests in the book')
  level.quantity = (level.quantity - event.quantity) as Lots
  const taker = orderIn(core, event.taker.order)
  const { market } = maker.book
  countActivity(state, market.pair, event, maker, taker)
  fill(maker, event.maker, event)
  maker.trader.lastSeq = state.seq
  fill(taker, event.taker, event)
  market.lastPrice = event.price
  market.lastTradeAt = event.at
  state.lastTrade = event.trade
  post(core.ledger, event.postings, maker.trader, taker.trader)
}

/** Before the fill: the totals of the orders are those before the trade. */
function countActivity(state: State, pair: Pair, trade: Traded, maker: Order, taker: Order): void {
  const total = (trade.taker.filledTotal - taker.filledTotal) as Units
  const volume = inUsdt(state, pair, total)
  countLeg(state, pair, trade, maker, trade.maker, volume)
  countLeg(state, pair, trade, taker, trade.taker, volume)
}

function countLeg(state: State, pair: Pair, { at }: Traded, { trader, side }: Order, leg: Leg, volume: Units): void {
  trader.activity ??= emptyActivity()
  const received = side === 'buy' ? pair.base.id : pair.quote.id
  countTrade(trader.activity, {
    at,
    volume,
    orderVolume: inUsdt(state, pair, leg.filledTotal),
    currency: received,
    fee: leg.fee,
  })
}

/** Zero if no pair prices the quote currency. */
const inUsdt = ({ markets }: State, { quote }: Pair, total: Units): Units =>
  quote.symbol === VALUATION_CURRENCY ? total : (valuation(markets.values(), quote.id, total) ?? ZERO)

function fill(order: Order, leg: Leg, { at }: Traded): void {
  order.filled = leg.filled
  order.filledTotal = leg.filledTotal
  order.fee = leg.feeTotal
  order.updatedAt = at
}

export function removeOrder(state: State, event: OrderClosed): void {
  const { core } = state
  const order = orderIn(core, event.order)
  if (order.level !== undefined) remove(order)
  order.closed = event.reason
  order.updatedAt = event.at
  core.orders.remove(order)
  removeOwn(order)
  const { trader } = order
  trader.lastSeq = state.seq
  post(core.ledger, event.postings, trader)
}

const traderIn = ({ core }: State, user: UserId): Trader => expectDefined(core.traders.get(user), 'the account is open')

const bookIn = ({ books }: Core, pair: PairId): Book => expectDefined(books.get(pair), 'the pair is listed')
const orderIn = ({ orders }: Core, order: OrderId): Order => expectDefined(orders.get(order), 'the order is open')

const newOrder = (trader: Trader, book: Book, opened: OrderOpened): Order => ({
  trader,
  book,
  level: undefined,
  ahead: undefined,
  behind: undefined,
  older: undefined,
  newer: undefined,
  id: opened.order,
  user: trader.user,
  clientId: opened.clientId,
  pair: opened.pair,
  side: opened.side,
  terms: opened.terms,
  quantity: quantityOf(opened.terms) ?? (0 as Lots),
  makerFee: opened.makerFee,
  takerFee: opened.takerFee,
  openedAt: opened.at,
  updatedAt: opened.at,
  filled: 0 as Lots,
  filledTotal: ZERO,
  fee: ZERO,
  takenFilled: 0 as Lots,
  takenTotal: ZERO,
  takenFee: ZERO,
  closed: undefined,
})
