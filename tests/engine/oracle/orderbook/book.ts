/**
 * Price-time priority. A level is a linked queue of orders, so a cancel touches only the order's neighbours. A side keeps
 * its levels sorted with the best last, so that changes near the best price move few entries.
 */

import type { Side } from '../../../../src/contract/markets/side.ts'
import type { Lots, Ticks } from '../../../../src/contract/money.ts'
import { assert, expectDefined } from '../../../../src/engine/assert.ts'
import type { Market } from '../../../../src/engine/instruments/state.ts'
import { type Book, type BookSide, type Level, leftOf, type Order } from './order.ts'

const emptySide = (side: Side): BookSide => ({ side, levels: [], orders: 0 })
export const emptyBook = (market: Market): Book => ({ market, buy: emptySide('buy'), sell: emptySide('sell') })

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** Two named properties: V8 looks up a property with a computed name slowly. */
export const sideOf = ({ buy, sell }: Book, side: Side): BookSide => (side === 'buy' ? buy : sell)

export const bestLevel = ({ levels }: BookSide): Level | undefined => levels[levels.length - 1]

/** Does a taker with this side and limit match an order at the resting price? */
export const crosses = (taker: Side, limit: Ticks, resting: Ticks): boolean =>
  taker === 'buy' ? resting <= limit : resting >= limit

/** Adds an order to the end of the queue at its price. */
export function rest(order: Order, price: Ticks): void {
  const side = sideOf(order.book, order.side)
  const index = indexOf(side, price)
  let level = side.levels[index]
  if (level?.price !== price) {
    level = { price, quantity: 0 as Lots, orders: 0, first: undefined, last: undefined }
    side.levels.splice(index, 0, level)
  }
  order.level = level
  order.ahead = level.last
  if (level.last === undefined) level.first = order
  else level.last.behind = order
  level.last = order
  level.orders += 1
  level.quantity = (level.quantity + leftOf(order)) as Lots
  side.orders += 1
}

/** Removes an order from its queue, and the level if it becomes empty. */
export function remove(order: Order): void {
  const side = sideOf(order.book, order.side)
  const level = expectDefined(order.level, 'an order in the book has a level')
  if (order.ahead === undefined) level.first = order.behind
  else order.ahead.behind = order.behind
  if (order.behind === undefined) level.last = order.ahead
  else order.behind.ahead = order.ahead
  level.orders -= 1
  level.quantity = (level.quantity - leftOf(order)) as Lots
  side.orders -= 1
  order.level = undefined
  order.ahead = undefined
  order.behind = undefined
  if (level.orders > 0) return
  assert(level.quantity === 0, 'an empty level has no quantity')
  const index = indexOf(side, level.price)
  assert(side.levels[index] === level, 'a level is found by its price')
  side.levels.splice(index, 1)
}

/** The index of a price, or where it would be inserted. Searches from the best price in doubling steps. */
function indexOf({ side, levels }: BookSide, price: Ticks): number {
  let high = levels.length
  let step = 1
  while (high - step >= 0 && !isWorse(side, priceAt(levels, high - step), price)) {
    high -= step
    step *= 2
  }
  let low = Math.max(0, high - step + 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isWorse(side, priceAt(levels, middle), price)) low = middle + 1
    else high = middle
  }
  return low
}

export const isWorse = (side: Side, resting: Ticks, price: Ticks): boolean =>
  side === 'buy' ? resting < price : resting > price
const priceAt = (levels: readonly Level[], index: number): Ticks => (levels[index] as Level).price

/** Checked after every order that rests: orders that match each other have traded. */
export function assertNotCrossed({ buy, sell }: Book): void {
  const bid = bestLevel(buy)
  const ask = bestLevel(sell)
  assert(bid === undefined || ask === undefined || bid.price < ask.price, 'the book is not crossed')
}
