/** Invariants that the running exchange checks: each test breaks one by writing to the records. */

import { expect, test } from 'vitest'
import type { PairId, UserId } from '../../src/contract/ids.ts'
import type { OrderTerms } from '../../src/contract/orders/order-terms.ts'
import { InvariantViolation } from '../../src/engine/assert.ts'
import { NONE, type OrderHandle } from '../../src/engine/core/records.ts'
import { type Command, execute } from '../../src/engine/exchange.ts'
import { assertInvariants } from '../../src/engine/invariants.ts'
import type { Plain } from '../fixtures/plain.ts'
import { Exchange } from './exchange.ts'

const rich = { USDT: 10_000, BTC: 100 }

/** Without the check of all invariants afterwards, as in production. */
function buys({ state, now }: Exchange, user: string, quantity: number, price: number): void {
  const terms = { type: 'limit', price, quantity, timeInForce: 'GTC', postOnly: false } as OrderTerms
  const command: Plain<Command> = { type: 'place-order', user, clientId: null, pair: 1, side: 'buy', terms }
  execute(state, { seq: state.seq + 1, at: now, rules: state.rules, command: command as Command })
}

const violation = (invariant: string): InvariantViolation => new InvariantViolation(invariant)

type Records = Exchange['state']['core']['records']

function handleOf({ state }: Exchange, id: number): OrderHandle {
  const order = state.core.table.find(id)
  if (order === NONE) throw new Error('it is open')
  return order
}

/** Bob has an open order: sell 2 at 100. */
function selling(): { x: Exchange; order: OrderHandle; records: Records } {
  const x = new Exchange({ ann: rich, bob: rich, cat: rich })
  x.sells('bob', 2, { at: 100 })
  return { x, order: handleOf(x, x.lastOrder), records: x.state.core.records }
}

test('A maker does not sell below its limit', () => {
  const { x, order, records } = selling()
  records.orders.price[order] = 101
  expect(() => buys(x, 'ann', 1, 100)).toThrow(violation('both limits allow the price'))
})

test('A trade does not fill more than the level has', () => {
  const { x, order, records } = selling()
  records.levels.quantity[records.orders.level[order] as never] = 1
  expect(() => buys(x, 'ann', 2, 100)).toThrow(violation('a trade fills no more than the level has'))
})

test('A fee is never negative', () => {
  const { x, order, records } = selling()
  records.orders.fee[order] = 10 ** 12
  expect(() => buys(x, 'ann', 1, 100)).toThrow(violation('a fee is not negative'))
})

test('A crossed book accepts no further order', () => {
  const { x, order } = selling()
  x.buys('ann', 1, { at: 95 })
  const { sells } = x.state.core.books.listed(1 as PairId)
  sells.take(order)
  sells.rest(order, 90)
  expect(() => buys(x, 'cat', 1, 80)).toThrow(violation('the book is not crossed'))
})

test('An order of an owner is open, linked in both directions and counted', () => {
  const broken = (change: (records: Records, order: OrderHandle, x: Exchange) => void): (() => void) => {
    const { x, order, records } = selling()
    assertInvariants(x.state)
    change(records, order, x)
    return () => assertInvariants(x.state)
  }
  const bob = ({ state }: Exchange) => state.core.owners.handleOf('bob' as UserId)
  const unfound = broken((_records, order, { state }) => state.core.table.remove(order))
  expect(unfound).toThrow(violation('an open order is found by its id'))
  const oneWay = broken(({ orders }, order) => {
    orders.older[order] = order
  })
  expect(oneWay).toThrow(violation('open orders are linked in both directions'))
  const uncounted = broken(({ owners }, _order, x) => {
    owners.open[bob(x)] = 2
  })
  expect(uncounted).toThrow(violation('open orders are counted'))
  const seated = broken(({ orders, seats }, order) => {
    seats.open[orders.seat[order] as never] = 2
  })
  expect(seated).toThrow(violation('open orders of a book are counted'))
  const lost = broken(({ owners }, _order, x) => {
    owners.oldest[bob(x)] = NONE
  })
  expect(lost).toThrow(violation('open orders are counted'))
})

test('An owner is frozen as long as its account is', () => {
  const { x } = selling()
  x.state.core.setFrozenUntil('bob' as UserId, x.now + 1)
  expect(() => assertInvariants(x.state)).toThrow(violation('an owner is frozen as its account is'))
})

test('The book of an order is that of its market', () => {
  const { x } = selling()
  const market = x.state.markets.get(1 as PairId)
  if (market !== undefined) x.state.markets.set(1 as PairId, { ...market })
  expect(() => assertInvariants(x.state)).toThrow(violation('a book belongs to its market'))
})

test('The levels of a book are sorted by price', () => {
  const { x, order, records } = selling()
  x.sells('bob', 1, { at: 101 })
  records.levels.price[records.orders.level[order] as never] = 102
  expect(() => assertInvariants(x.state)).toThrow(violation('levels are sorted by price'))
})

test('The time of commands does not decrease', () => {
  const { x } = selling()
  x.now -= 1
  expect(() => buys(x, 'ann', 1, 90)).toThrow(violation('time does not decrease'))
})
