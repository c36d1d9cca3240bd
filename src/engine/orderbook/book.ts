/**
 * Price-time priority. A level is a queue of orders linked to each other, so cancelling one touches its neighbours
 * only; a side keeps its levels sorted with the best last, so the best is at hand and changes near it are cheap.
 */

import type { Lots, Ticks } from '../../contract/money.ts'
import type { Side } from '../../contract/order-rules.ts'
import { assert, known } from '../assert.ts'
import { leftOf, type Order } from '../orders/order.ts'

export type Level = {
  readonly price: Ticks
  quantity: Lots
  orders: number
  first: Order | undefined
  last: Order | undefined
}

export type BookSide = {
  readonly side: Side
  /** From the worst price to the best. */
  readonly levels: Level[]
  orders: number
}

export type Book = { readonly buy: BookSide; readonly sell: BookSide }

const emptySide = (side: Side): BookSide => ({ side, levels: [], orders: 0 })
export const emptyBook = (): Book => ({ buy: emptySide('buy'), sell: emptySide('sell') })

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** By name and not by key: a property whose name varies is looked up slowly. */
export const sideOf = ({ buy, sell }: Book, side: Side): BookSide => (side === 'buy' ? buy : sell)

export const bestLevel = ({ levels }: BookSide): Level | undefined => levels[levels.length - 1]

/** Would a taker of this side and limit meet a resting price? */
export const crosses = (taker: Side, limit: Ticks, resting: Ticks): boolean =>
  taker === 'buy' ? resting <= limit : resting >= limit

/** Puts what is left of an order at the end of its price's queue. */
export function rest(book: Book, order: Order, price: Ticks): void {
  const side = sideOf(book, order.side)
  const place = placeOf(side, price)
  let level = side.levels[place]
  if (level?.price !== price) {
    level = { price, quantity: 0 as Lots, orders: 0, first: undefined, last: undefined }
    side.levels.splice(place, 0, level)
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

/** Takes an order out of its queue; an empty level goes with it. */
export function remove(book: Book, order: Order): void {
  const side = sideOf(book, order.side)
  const level = known(order.level, 'an order in the book has a level')
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
  const place = placeOf(side, level.price)
  assert(side.levels[place] === level, 'a level stands at its place')
  side.levels.splice(place, 1)
}

/** Where a price stands, or would stand, in its side. Looked for from the best on, in steps that double. */
function placeOf({ side, levels }: BookSide, price: Ticks): number {
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

export const isWorse = (side: Side, there: Ticks, price: Ticks): boolean =>
  side === 'buy' ? there < price : there > price
const priceAt = (levels: readonly Level[], place: number): Ticks => (levels[place] as Level).price
