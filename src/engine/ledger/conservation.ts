/**
 * Nothing is made or lost. These claims hold after every command; tests check all of them each time, the running
 * exchange checks every event's postings, every trade, and the touch of the book, and can be asked for the rest.
 */

import type { CurrencyId } from '../../contract/ids.ts'
import type { Ticks, Units } from '../../contract/money.ts'
import { assert, known } from '../assert.ts'
import { type Book, bestLevel, isWorse } from '../matching/book.ts'
import { levels } from '../matching/depth.ts'
import { holdOf, spends } from '../orders/hold.ts'
import { leftOf } from '../orders/order.ts'
import type { Market, State } from '../state.ts'
import type { Posting } from './ledger.ts'

/** Each currency's postings of one event sum to zero. */
export function assertBalanced(postings: readonly Posting[]): void {
  const sums = new Map<CurrencyId, Units>()
  for (const { currency, amount } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  for (const sum of sums.values()) assert(sum === 0n, 'the postings of an event sum to zero in every currency')
}

/** What every currency sums to over all accounts: zero. */
export function sums(state: State): Map<CurrencyId, Units> {
  const totals = new Map<CurrencyId, Units>()
  for (const { free, held } of state.ledger.values()) {
    for (const part of [free, held])
      for (const [currency, amount] of part.entries())
        totals.set(currency, (totals.get(currency) ?? 0n) + (amount ?? 0n))
  }
  return totals
}

export function assertSound(state: State): void {
  for (const total of sums(state).values()) assert(total === 0n, 'every currency sums to zero')
  assertNothingBelowZero(state)
  assertHolds(state)
  assertAccounts(state)
  for (const market of state.markets.values()) assertBook(market)
}

function assertNothingBelowZero({ ledger }: State): void {
  for (const [owner, { free, held }] of ledger) {
    for (const amount of free) assert(owner === 'world' || (amount ?? 0n) >= 0n, 'nothing free is below zero')
    for (const amount of held) assert((amount ?? 0n) >= 0n, 'nothing held is below zero')
  }
}

/** What a user has held is what their open orders set aside, to the unit. */
function assertHolds(state: State): void {
  for (const { user, orders } of state.accounts.values()) {
    const expected: Units[] = []
    for (const order of orders.values()) {
      const { pair } = known(state.markets.get(order.pair), 'an open order has a market')
      const currency = spends(pair, order.side)
      expected[currency] = (expected[currency] ?? 0n) + holdOf(pair, order.side, order.terms, leftOf(order))
    }
    const held = state.ledger.get(user)?.held ?? []
    for (let currency = 0; currency < Math.max(expected.length, held.length); currency++)
      assert((expected[currency] ?? 0n) === (held[currency] ?? 0n), 'what is held is what open orders set aside')
  }
}

/** What an account has at hand is what the state finds by number and by owner. */
function assertAccounts({ accounts, ledger, orders }: State): void {
  let open = 0
  for (const account of accounts.values()) {
    assert(account.balances === ledger.get(account.user), 'an account has the balances of the ledger')
    for (const order of account.orders)
      assert(order.account === account && orders.get(order.id) === order, 'an order of an account is open')
    open += account.orders.length
  }
  assert(open === orders.size, 'every open order is one of an account')
}

/** Cheap enough for the running exchange: who could have traded has. */
export function assertNotCrossed({ buy, sell }: Book): void {
  const bid = bestLevel(buy)
  const ask = bestLevel(sell)
  assert(bid === undefined || ask === undefined || bid.price < ask.price, 'the book is not crossed')
}

function assertBook({ book }: Market): void {
  assertNotCrossed(book)
  for (const side of [book.buy, book.sell]) {
    let orders = 0
    let better: Ticks | undefined
    for (const level of levels(side)) {
      assert(better === undefined || isWorse(side.side, level.price, better), 'levels go from the best to the worst')
      better = level.price
      let quantity = 0
      let last = -1
      for (let order = level.first; order !== undefined; order = order.behind) {
        assert(leftOf(order) > 0 && order.closed === undefined, 'only what can be filled rests')
        assert(order.id > last, 'a queue is in order of arrival')
        last = order.id
        quantity += leftOf(order)
        orders += 1
      }
      assert(quantity === level.quantity && quantity > 0, 'a level sums up its orders')
    }
    assert(orders === side.orders, 'a side counts its orders')
  }
}
