/** Invariants that the running exchange checks: each test breaks one by writing to the state. */

import { expect, test } from 'vitest'
import type { OrderId, PairId, TradeId } from '../../src/contract/ids.ts'
import type { Lots, Ticks, Units } from '../../src/contract/money.ts'
import type { OrderTerms } from '../../src/contract/orders/order-terms.ts'
import { expectDefined, InvariantViolation } from '../../src/engine/assert.ts'
import { type Command, execute } from '../../src/engine/exchange.ts'
import { assertInvariants } from '../../src/engine/invariants.ts'
import { remove, rest } from '../../src/engine/orderbook/book.ts'
import type { Order } from '../../src/engine/orderbook/order.ts'
import { settle } from '../../src/engine/orders/settle.ts'
import type { Plain } from '../fixtures/plain.ts'
import { Exchange } from './exchange.ts'

const rich = { USDT: 10_000, BTC: 100 }

const orderOf = ({ state }: Exchange, id: number): Order =>
  expectDefined(state.core.orders.get(id as OrderId), 'it is open')
/** Without the check of all invariants afterwards, as in production. */
function buys({ state, now }: Exchange, user: string, quantity: number, price: number): void {
  const terms = { type: 'limit', price, quantity, timeInForce: 'GTC', postOnly: false } as OrderTerms
  const command: Plain<Command> = { type: 'place-order', user, clientId: null, pair: 1, side: 'buy', terms }
  execute(state, { seq: state.seq + 1, at: now, rules: state.rules, command: command as Command })
}

const violation = (invariant: string): InvariantViolation => new InvariantViolation(invariant)

/** Bob has an open order: sell 2 at 100. */
function selling(): { x: Exchange; order: Order } {
  const x = new Exchange({ ann: rich, bob: rich, cat: rich })
  x.sells('bob', 2, { at: 100 })
  return { x, order: orderOf(x, x.lastOrder) }
}

test('A maker does not sell below its limit', () => {
  const { x, order } = selling()
  Object.assign(order, { terms: { ...order.terms, price: 101 } })
  expect(() => buys(x, 'ann', 1, 100)).toThrow(violation('both limits allow the price'))
})

test('A taker does not buy above its limit', () => {
  const { x, order } = selling()
  x.buys('ann', 1, { at: 99 })
  const trade = { id: 1 as TradeId, at: x.now, price: 100 as Ticks, quantity: 1 as Lots }
  const taker = orderOf(x, x.lastOrder)
  expect(() => settle(order.book.market.pair, trade, order, taker)).toThrow(violation('both limits allow the price'))
})

test('A trade does not fill more than the level has', () => {
  const { x, order } = selling()
  expectDefined(order.level, 'it rests').quantity = 1 as Lots
  expect(() => buys(x, 'ann', 2, 100)).toThrow(violation('a trade fills no more than the level has'))
})

test('A fee is never negative', () => {
  const { x, order } = selling()
  order.fee = (10n ** 12n) as Units
  expect(() => buys(x, 'ann', 1, 100)).toThrow(violation('a fee is not negative'))
})

test('A crossed book accepts no further order', () => {
  const { x, order } = selling()
  x.buys('ann', 1, { at: 95 })
  remove(order)
  rest(order, 90 as Ticks)
  expect(() => buys(x, 'cat', 1, 80)).toThrow(violation('the book is not crossed'))
})

test('A closed order is removed from the orders of its trader', () => {
  const { x, order } = selling()
  x.sells('bob', 1, { at: 101 })
  order.trader.oldest = order.newer
  expect(() => buys(x, 'ann', 2, 100)).toThrow(violation('an open order belongs to its trader'))
})

test('A trader links to the balances of the ledger and to open orders', () => {
  const { x, order } = selling()
  assertInvariants(x.state)
  const { trader } = order
  Object.assign(trader, { balances: { free: [...trader.balances.free], held: [...trader.balances.held] } })
  expect(() => assertInvariants(x.state)).toThrow(violation('a trader has the balances of the ledger'))

  const other = selling()
  other.x.state.core.orders.remove(other.order)
  expect(() => assertInvariants(other.x.state)).toThrow(violation('an order of a trader is open'))
})

test('A trader is frozen as long as its account is', () => {
  const { x, order } = selling()
  order.trader.frozenUntil = x.now + 1
  expect(() => assertInvariants(x.state)).toThrow(violation('a trader is frozen as its account is'))
})

test('The open orders of a trader are linked, found by their client ids and counted for each pair', () => {
  const broken = (change: (order: Order) => void): (() => void) => {
    const x = new Exchange({ bob: rich })
    x.sells('bob', 2, { at: 100, id: 'a' })
    change(orderOf(x, x.lastOrder))
    return () => assertInvariants(x.state)
  }
  const IDS = violation('only open orders have their client ids')
  expect(broken(({ trader }) => trader.byClientId?.clear())).toThrow(IDS)
  expect(broken((order) => order.trader.byClientId?.set('b', order))).toThrow(IDS)
  const other = (order: Order): Order => ({ ...order })
  const found = broken((order) => order.trader.byClientId?.set('a', other(order)))
  expect(found).toThrow(violation('an open order is found by its client id'))
  const none = broken(({ trader, pair }) => trader.openIn?.set((pair + 1) as PairId, 0))
  expect(none).toThrow(violation('a pair without open orders has no count'))
  const unlinked = broken(({ trader }) => Object.assign(trader, { newest: undefined }))
  expect(unlinked).toThrow(violation('a trader links to its open orders'))
  const oneWay = broken((order) => Object.assign(order, { older: order }))
  expect(oneWay).toThrow(violation('open orders are linked in both directions'))
  const two = broken(({ trader, pair }) => trader.openIn?.set(pair, 2))
  expect(two).toThrow(violation('the open orders of a pair are counted'))
})

test('The book of an order is that of its market', () => {
  const { x, order } = selling()
  x.state.markets.set(order.pair, { ...order.book.market })
  expect(() => assertInvariants(x.state)).toThrow(violation('a book belongs to its market'))
})

test('The levels of a book are sorted by price', () => {
  const { x, order } = selling()
  x.sells('bob', 1, { at: 101 })
  order.book.sell.levels.reverse()
  expect(() => assertInvariants(x.state)).toThrow(violation('levels are sorted by price'))
})

test('The time of commands does not decrease', () => {
  const { x } = selling()
  x.now -= 1
  expect(() => buys(x, 'ann', 1, 90)).toThrow(violation('time does not decrease'))
})
