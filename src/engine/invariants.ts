/**
 * The invariants that hold after every command. The running exchange checks the postings of every event, every trade
 * and the best prices; tests and tools check everything.
 */

import type { CurrencyId } from '../contract/ids.ts'
import { plus, type Ticks, type Units, ZERO } from '../contract/money.ts'
import { assert } from './assert.ts'
import type { Market } from './instruments/state.ts'
import { mayBeNegative, type Owner } from './ledger/ledger.ts'
import { holds } from './modules.ts'
import { assertNotCrossed, isWorse } from './orderbook/book.ts'
import { levels } from './orderbook/depth.ts'
import { leftOf } from './orderbook/order.ts'
import type { State } from './state.ts'

export function assertInvariants(state: State): void {
  assertBalances(state)
  assertAccounts(state)
  assertHolds(state)
  for (const market of state.markets.values()) assertBook(market)
}

function assertBalances({ ledger }: State): void {
  const sums = new Map<CurrencyId, Units>()
  for (const [owner, { free, held }] of ledger) {
    for (const amount of free) assert(mayBeNegative(owner) || (amount ?? 0n) >= 0n, 'no free balance is negative')
    for (const amount of held) assert((amount ?? 0n) >= 0n, 'no held balance is negative')
    for (const part of [free, held])
      for (const [index, amount] of part.entries()) {
        const currency = index as CurrencyId
        sums.set(currency, plus(sums.get(currency) ?? ZERO, amount ?? ZERO))
      }
  }
  for (const sum of sums.values()) assert(sum === 0n, 'each currency sums to zero')
}

/** What an owner has held is the sum of the holds of all modules, to the unit. */
function assertHolds(state: State): void {
  const expected = new Map<Owner, Units[]>()
  for (const { user, currency, amount } of holds(state)) {
    const amounts = expected.get(user) ?? []
    amounts[currency] = plus(amounts[currency] ?? ZERO, amount)
    expected.set(user, amounts)
  }
  for (const owner of new Set([...state.ledger.keys(), ...expected.keys()])) {
    const [amounts, held] = [expected.get(owner) ?? [], state.ledger.get(owner)?.held ?? []]
    for (let currency = 0; currency < Math.max(amounts.length, held.length); currency++)
      assert((amounts[currency] ?? 0n) === (held[currency] ?? 0n), 'the held balance is the sum of all holds')
  }
}

/** The links from accounts to balances and orders agree with the ledger and the open orders. */
function assertAccounts({ accounts, ledger, orders }: State): void {
  let open = 0
  for (const account of accounts.values()) {
    assert(account.balances === ledger.get(account.user), 'an account has the balances of the ledger')
    for (const order of account.orders)
      assert(order.account === account && orders.get(order.id) === order, 'an order of an account is open')
    open += account.orders.length
  }
  assert(open === orders.size, 'every open order belongs to an account')
}

function assertBook({ book }: Market): void {
  assertNotCrossed(book)
  for (const side of [book.buy, book.sell]) {
    let orders = 0
    let better: Ticks | undefined
    for (const level of levels(side)) {
      assert(better === undefined || isWorse(side.side, level.price, better), 'levels are sorted by price')
      better = level.price
      let quantity = 0
      let last = -1
      for (let order = level.first; order !== undefined; order = order.behind) {
        assert(leftOf(order) > 0 && order.closed === undefined, 'a resting order is open and not filled')
        assert(order.id > last, 'a queue is in order of arrival')
        last = order.id
        quantity += leftOf(order)
        orders += 1
      }
      assert(quantity === level.quantity && quantity > 0, 'the quantity of a level is the sum of its orders')
    }
    assert(orders === side.orders, 'a side counts its orders')
  }
}
