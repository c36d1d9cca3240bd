/** What order events do to the state, and open orders with their queues in snapshots and in the state text. */

import type { OrderId, PairId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import { VALUATION_CURRENCY, valuation } from '../../contract/markets/valuation.ts'
import { type Lots, type Ticks, type Units, ZERO } from '../../contract/money.ts'
import { limitPrice, quantityOf } from '../../contract/orders/order-terms.ts'
import { assert, expectDefined } from '../assert.ts'
import { countTrade, emptyActivity } from '../ledger/activity.ts'
import { post } from '../ledger/ledger.ts'
import type { Hold } from '../module-type.ts'
import { type BookSide, remove, rest } from '../orderbook/book.ts'
import { leftOf, type Order, type OrderOwner } from '../orderbook/order.ts'
import type { Market, State } from '../state.ts'
import type { Leg, OrderClosed, OrderOpened, OrderRested, Traded } from './events.ts'
import { holdOf, spends } from './hold.ts'

type SavedOrder = Omit<Order, 'account' | 'closed' | 'level' | 'ahead' | 'behind'>
/** Oldest first. */
type OrdersPiece = { readonly part: 'orders'; readonly items: readonly SavedOrder[] }
/** One side of a book from its worst price to its best, each level from its first order to its last. */
type QueuePiece = {
  readonly part: 'queue'
  readonly pair: PairId
  readonly side: Side
  readonly items: readonly OrderId[]
}
export type OrderPiece = OrdersPiece | QueuePiece

export function openOrder(state: State, event: OrderOpened): void {
  const account = expectDefined(state.accounts.get(event.user), 'the account is open')
  const order = newOrder(account, event)
  state.orders.add(order)
  account.orders.push(order)
  account.lastSeq = state.seq
  post(state.ledger, event.postings, account)
}

/** From here on the order is a maker, and the maker rate applies to what it receives. */
export function restOrder(state: State, event: OrderRested): void {
  const order = orderIn(state, event.order)
  order.takenFilled = order.filled
  order.takenTotal = order.filledTotal
  order.takenFee = order.fee
  rest(marketIn(state, order.pair).book, order, restingPrice(order))
}

const restingPrice = ({ terms }: Order): Ticks =>
  expectDefined(limitPrice(terms), 'only an order with a limit price rests')

export function trade(state: State, event: Traded): void {
  const market = marketIn(state, event.pair)
  const maker = orderIn(state, event.maker.order)
  const level = expectDefined(maker.level, 'a maker rests in the book')
  level.quantity = (level.quantity - event.quantity) as Lots
  const taker = orderIn(state, event.taker.order)
  countActivity(state, market.pair, event, maker, taker)
  fill(maker, event.maker, event)
  maker.account.lastSeq = state.seq
  fill(taker, event.taker, event)
  market.lastPrice = event.price
  market.lastTradeAt = event.at
  state.lastTrade = event.trade
  post(state.ledger, event.postings, maker.account, taker.account)
}

/** Before the fill: the totals of the orders are those before the trade. */
function countActivity(state: State, pair: Pair, trade: Traded, maker: Order, taker: Order): void {
  const total = (trade.taker.filledTotal - taker.filledTotal) as Units
  const volume = inUsdt(state, pair, total)
  countLeg(state, pair, trade, maker, trade.maker, volume)
  countLeg(state, pair, trade, taker, trade.taker, volume)
}

function countLeg(state: State, pair: Pair, { at }: Traded, { account, side }: Order, leg: Leg, volume: Units): void {
  account.activity ??= emptyActivity()
  const received = side === 'buy' ? pair.base.id : pair.quote.id
  countTrade(account.activity, {
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
  const order = orderIn(state, event.order)
  if (order.level !== undefined) remove(marketIn(state, order.pair).book, order)
  order.closed = event.reason
  order.updatedAt = event.at
  state.orders.remove(order)
  const { account } = order
  const index = account.orders.indexOf(order)
  assert(index !== -1, 'an open order belongs to its account')
  account.orders.splice(index, 1)
  account.lastSeq = state.seq
  post(state.ledger, event.postings, account)
}

const marketIn = (state: State, pair: PairId): Market => expectDefined(state.markets.get(pair), 'the pair is listed')
const orderIn = (state: State, order: OrderId): Order => expectDefined(state.orders.get(order), 'the order is open')

const newOrder = (account: OrderOwner, opened: OrderOpened): Order => ({
  account,
  level: undefined,
  ahead: undefined,
  behind: undefined,
  id: opened.order,
  user: account.user,
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

/** What open orders hold. */
export function* holds(state: State): Generator<Hold> {
  for (const order of state.orders.values()) {
    const { pair } = marketIn(state, order.pair)
    const { user, side, terms } = order
    yield { user, currency: spends(pair, side), amount: holdOf(pair, side, terms, leftOf(order)) }
  }
}

export const save = ({ orders, markets }: State): OrderPiece[] => [
  { part: 'orders', items: Array.from(orders.values(), savedOrder) },
  ...Array.from(markets.values()).flatMap(({ pair, book }) =>
    [book.buy, book.sell].map((side): QueuePiece => {
      return { part: 'queue', pair: pair.id, side: side.side, items: queueOf(side) }
    }),
  ),
]

export function loadOrders(state: State, { items }: OrdersPiece): void {
  for (const saved of items) {
    const account = expectDefined(state.accounts.get(saved.user), 'an order has an account')
    const order = loadedOrder(account, saved)
    state.orders.add(order)
    account.orders.push(order)
  }
}

export function loadQueue(state: State, { pair, items }: QueuePiece): void {
  const { book } = expectDefined(state.markets.get(pair), 'a queue belongs to a listed pair')
  for (const id of items) {
    const order = expectDefined(state.orders.get(id), 'a queued order is open')
    rest(book, order, restingPrice(order))
  }
}

export function orderLine({ account: _account, level, ahead: _ahead, behind: _behind, ...order }: Order): object {
  return { ...order, rests: level !== undefined }
}

function queueOf({ levels }: BookSide): OrderId[] {
  const ids: OrderId[] = []
  for (const { first } of levels) for (let order = first; order !== undefined; order = order.behind) ids.push(order.id)
  return ids
}

/** Written out: several times faster than rest and spread for an object of this shape. */
const savedOrder = (order: Order): SavedOrder => ({
  id: order.id,
  user: order.user,
  clientId: order.clientId,
  pair: order.pair,
  side: order.side,
  terms: order.terms,
  quantity: order.quantity,
  makerFee: order.makerFee,
  takerFee: order.takerFee,
  openedAt: order.openedAt,
  updatedAt: order.updatedAt,
  filled: order.filled,
  filledTotal: order.filledTotal,
  fee: order.fee,
  takenFilled: order.takenFilled,
  takenTotal: order.takenTotal,
  takenFee: order.takenFee,
})

/** The same fields in the same order as a newly opened order, so that both have one hidden class. */
const loadedOrder = (account: OrderOwner, saved: SavedOrder): Order => ({
  account,
  level: undefined,
  ahead: undefined,
  behind: undefined,
  id: saved.id,
  user: account.user,
  clientId: saved.clientId,
  pair: saved.pair,
  side: saved.side,
  terms: saved.terms,
  quantity: saved.quantity,
  makerFee: saved.makerFee,
  takerFee: saved.takerFee,
  openedAt: saved.openedAt,
  updatedAt: saved.updatedAt,
  filled: saved.filled,
  filledTotal: saved.filledTotal,
  fee: saved.fee,
  takenFilled: saved.takenFilled,
  takenTotal: saved.takenTotal,
  takenFee: saved.takenFee,
  closed: undefined,
})
