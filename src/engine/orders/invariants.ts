/** What holds in the core after every command. */

import type { CurrencyId } from '../../contract/ids.ts'
import { type Currency, smallestOf } from '../../contract/markets/instruments.ts'
import { plus, type Ticks, type Units, ZERO } from '../../contract/money.ts'
import { frozenUntil } from '../accounts/freeze.ts'
import { assert } from '../assert.ts'
import { assertNotCrossed, isWorse } from '../orderbook/book.ts'
import { levels } from '../orderbook/depth.ts'
import { type Book, leftOf, type Trader } from '../orderbook/order.ts'
import { openIn, ownOrders } from '../orderbook/own-orders.ts'
import { mayBeNegative } from '../postings.ts'
import type { State } from '../state.ts'

export function assertCore(state: State): void {
  assertBalances(state)
  assertTraders(state)
  assertBooks(state)
}

function assertBalances({ core, currencies }: State): void {
  const sums = new Map<CurrencyId, Units>()
  for (const [owner, { free, held }] of core.ledger) {
    for (const amount of free) assert(mayBeNegative(owner) || (amount ?? 0n) >= 0n, 'no free balance is negative')
    for (const amount of held) assert((amount ?? 0n) >= 0n, 'no held balance is negative')
    for (const part of [free, held])
      for (const [index, amount] of part.entries()) {
        const currency = index as CurrencyId
        assert(isExpressible(currencies.get(currency), amount ?? ZERO), 'a balance is an amount of its currency')
        sums.set(currency, plus(sums.get(currency) ?? ZERO, amount ?? ZERO))
      }
  }
  for (const sum of sums.values()) assert(sum === 0n, 'each currency sums to zero')
}

const isExpressible = (currency: Currency | undefined, amount: Units): boolean =>
  currency === undefined ? amount === 0n : amount % smallestOf(currency) === 0n

/** The links from traders to balances and orders agree with the ledger and the open orders. */
function assertTraders({ accounts, core }: State): void {
  const { traders, ledger, orders } = core
  assert(traders.size === accounts.size, 'every trader has an account')
  for (const { user, freezes } of accounts.values())
    assert(traders.get(user)?.frozenUntil === frozenUntil(freezes), 'a trader is frozen as its account is')
  let open = 0
  for (const trader of traders.values()) {
    assert(trader.balances === ledger.get(trader.user), 'a trader has the balances of the ledger')
    for (const order of ownOrders(trader))
      assert(order.trader === trader && orders.get(order.id) === order, 'an order of a trader is open')
    assertOwnOrders(trader)
    open += trader.open
  }
  assert(open === orders.size, 'every open order belongs to a trader')
}

/** What is kept about the open orders of a trader agrees with them. */
function assertOwnOrders(trader: Trader): void {
  const orders = ownOrders(trader)
  assert(orders.length === trader.open && orders.at(-1) === trader.newest, 'a trader links to its open orders')
  for (const [index, order] of orders.entries())
    assert(order.older === orders[index - 1], 'open orders are linked in both directions')
  const withId = orders.filter(({ clientId }) => clientId !== null)
  assert((trader.byClientId?.size ?? 0) === withId.length, 'only open orders have their client ids')
  for (const order of withId)
    assert(trader.byClientId?.get(order.clientId ?? '') === order, 'an open order is found by its client id')
  const pairs = Map.groupBy(orders, ({ pair }) => pair)
  assert((trader.openIn?.size ?? 0) === pairs.size, 'a pair without open orders has no count')
  for (const [pair, own] of pairs) assert(openIn(trader, pair) === own.length, 'the open orders of a pair are counted')
}

function assertBooks({ markets, core }: State): void {
  assert(core.books.size === markets.size, 'every market has a book')
  for (const [pair, book] of core.books) {
    assert(book.market === markets.get(pair), 'a book belongs to its market')
    assertBook(book)
  }
}

function assertBook(book: Book): void {
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
        assert(order.book === book, 'a resting order is in its book')
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
