/** What an event does to the state. Nothing else changes it. */

import { assert, known, never } from './assert.ts'
import type { AccountOpened, Event, Leg, OrderClosed, OrderOpened, Traded } from './events.ts'
import { balancesOf, post } from './ledger/ledger.ts'
import { emptyBook, remove, rest } from './matching/book.ts'
import { newOrder, type Order } from './orders/order.ts'
import { remember } from './orders/remembered.ts'
import type { Account, Market, State } from './state.ts'

export function evolve(state: State, event: Event): void {
  switch (event.type) {
    case 'currency-listed':
      state.currencies.set(event.currency.id, event.currency)
      return
    case 'pair-listed':
      state.markets.set(event.pair.id, {
        pair: event.pair,
        book: emptyBook(),
        lastPrice: event.pair.referencePrice,
        lastTradeAt: undefined,
      })
      return
    case 'pair-rules-set': {
      const market = marketOf(state, event.pair)
      market.pair = { ...market.pair, rules: event.rules }
      return
    }
    case 'account-opened':
      openAccount(state, event)
      return
    case 'account-frozen-set':
      accountOf(state, event.user).frozen = event.frozen
      return
    case 'order-opened':
      openOrder(state, event)
      return
    case 'order-rested':
      restOrder(state, orderOf(state, event.order))
      return
    case 'traded':
      trade(state, event)
      return
    case 'order-closed':
      closeOrder(state, event)
      return
    case 'request-remembered':
      remember(state.remembered, event)
      return
    default:
      never(event)
  }
}

function openAccount(state: State, { user, kind, referralCode, referrer, at, postings }: AccountOpened): void {
  post(state.ledger, postings)
  state.accounts.set(user, {
    user,
    kind,
    referralCode,
    referrer,
    openedAt: at,
    frozen: false,
    lastSeq: state.seq,
    orders: [],
    balances: balancesOf(state.ledger, user),
  })
}

function openOrder(state: State, event: OrderOpened): void {
  const account = accountOf(state, event.user)
  const order = newOrder(account, event)
  state.orders.add(order)
  account.orders.push(order)
  account.lastSeq = state.seq
  post(state.ledger, event.postings, account)
}

/** From here on the order is a maker, and its fee counts from what it took before. */
function restOrder(state: State, order: Order): void {
  assert(order.terms.type === 'limit', 'only a limit order rests')
  order.takenFilled = order.filled
  order.takenTotal = order.filledTotal
  order.takenFee = order.fee
  rest(marketOf(state, order.pair).book, order, order.terms.price)
}

function trade(state: State, event: Traded): void {
  const market = marketOf(state, event.pair)
  const maker = orderOf(state, event.maker.order)
  const level = known(maker.level, 'a maker rests in the book')
  level.quantity = (level.quantity - event.quantity) as typeof level.quantity
  fill(maker, event.maker, event)
  maker.account.lastSeq = state.seq
  const taker = orderOf(state, event.taker.order)
  fill(taker, event.taker, event)
  market.lastPrice = event.price
  market.lastTradeAt = event.at
  state.lastTrade = event.trade
  post(state.ledger, event.postings, maker.account, taker.account)
}

function fill(order: Order, leg: Leg, { at }: Traded): void {
  order.filled = leg.filled
  order.filledTotal = leg.filledTotal
  order.fee = leg.feeTotal
  order.updatedAt = at
}

function closeOrder(state: State, event: OrderClosed): void {
  const order = orderOf(state, event.order)
  if (order.level !== undefined) remove(marketOf(state, order.pair).book, order)
  order.closed = event.reason
  order.updatedAt = event.at
  state.orders.remove(order)
  const { account } = order
  const place = account.orders.indexOf(order)
  assert(place !== -1, 'an open order is one of its account')
  account.orders.splice(place, 1)
  account.lastSeq = state.seq
  post(state.ledger, event.postings, account)
}

const marketOf = (state: State, pair: number): Market => known(state.markets.get(pair), 'the pair is listed')
const accountOf = (state: State, user: string): Account => known(state.accounts.get(user), 'the account is open')
const orderOf = (state: State, order: number): Order => known(state.orders.get(order), 'the order is open')
