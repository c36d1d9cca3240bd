/** What the running exchange claims of itself: each is broken here by a hand in its state, and it stops at once. */

import { expect, test } from 'vitest'
import type { Lots, Ticks } from '../../src/contract/money.ts'
import type { OrderTerms } from '../../src/contract/order-rules.ts'
import { BrokenClaim, known } from '../../src/engine/assert.ts'
import { execute } from '../../src/engine/engine.ts'
import { assertSound } from '../../src/engine/ledger/conservation.ts'
import { remove, rest } from '../../src/engine/matching/book.ts'
import type { Order } from '../../src/engine/orders/order.ts'
import { settle } from '../../src/engine/orders/settle.ts'
import { Exchange } from './exchange.ts'

const rich = { USDT: 10_000, BTC: 100 }

const orderOf = ({ state }: Exchange, id: number): Order => known(state.orders.get(id), 'it is open')
const marketOf = ({ state }: Exchange) => known(state.markets.get(1), 'the pair is listed')
/** As in service: nobody checks everything afterwards, as the exchange of the tests does. */
function buys({ state, now }: Exchange, user: string, quantity: number, price: number): void {
  const terms = { type: 'limit', price, quantity, timeInForce: 'GTC', postOnly: false } as OrderTerms
  const command = { type: 'place-order', user, clientId: null, pair: 1, side: 'buy', terms } as const
  execute(state, { seq: state.seq + 1, at: now, command })
}

const claim = (says: string): BrokenClaim => new BrokenClaim(says)

/** Bob sells 2 at 100 to nobody yet. */
function selling(): { x: Exchange; order: Order } {
  const x = new Exchange({ ann: rich, bob: rich, cat: rich })
  x.sells('bob', 2, { at: 100 })
  return { x, order: orderOf(x, x.lastOrder) }
}

test('a maker sells at no less than it asked for', () => {
  const { x, order } = selling()
  Object.assign(order, { terms: { ...order.terms, price: 101 } })
  expect(() => buys(x, 'ann', 1, 100)).toThrow(claim('nobody trades beyond their limit'))
})

test('a taker buys at no more than it offered', () => {
  const { x, order } = selling()
  x.buys('ann', 1, { at: 99 })
  const trade = { id: 1, at: x.now, price: 100 as Ticks, quantity: 1 as Lots }
  const taker = orderOf(x, x.lastOrder)
  expect(() => settle(marketOf(x).pair, trade, order, taker)).toThrow(claim('nobody trades beyond their limit'))
})

test('nothing is taken that is not there', () => {
  const { x, order } = selling()
  known(order.level, 'it rests').quantity = 1 as Lots
  expect(() => buys(x, 'ann', 2, 100)).toThrow(claim('no more is taken than there is'))
})

test('a fee never gives', () => {
  const { x, order } = selling()
  order.fee = 10n ** 12n
  expect(() => buys(x, 'ann', 1, 100)).toThrow(claim('a fee is not below zero'))
})

test('a book that is crossed takes nothing more', () => {
  const { x, order } = selling()
  x.buys('ann', 1, { at: 95 })
  remove(marketOf(x).book, order)
  rest(marketOf(x).book, order, 90 as Ticks)
  expect(() => buys(x, 'cat', 1, 80)).toThrow(claim('the book is not crossed'))
})

test('an order that ends is taken off its own account and off no other place', () => {
  const { x, order } = selling()
  x.sells('bob', 1, { at: 101 })
  const { orders } = order.account
  orders.splice(orders.indexOf(order), 1)
  expect(() => buys(x, 'ann', 2, 100)).toThrow(claim('an open order is one of its account'))
})

test('what an account has at hand is what the state has', () => {
  const { x, order } = selling()
  assertSound(x.state)
  const { account } = order
  Object.assign(account, { balances: { free: [...account.balances.free], held: [...account.balances.held] } })
  expect(() => assertSound(x.state)).toThrow(claim('an account has the balances of the ledger'))

  const other = selling()
  other.x.state.orders.remove(other.order)
  expect(() => assertSound(other.x.state)).toThrow(claim('an order of an account is open'))
})

test('levels are sorted', () => {
  const { x } = selling()
  x.sells('bob', 1, { at: 101 })
  marketOf(x).book.sell.levels.reverse()
  expect(() => assertSound(x.state)).toThrow(claim('levels go from the best to the worst'))
})

test('time and numbers go on', () => {
  const { x } = selling()
  x.now -= 1
  expect(() => buys(x, 'ann', 1, 90)).toThrow(claim('time does not go back'))
})
