/**
 * Price-time priority. A level is a queue of orders linked to each other, so cancelling one touches its neighbours
 * only; a side keeps its prices sorted with the best last, so the best is at hand and changes near it are cheap.
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
  readonly levels: Map<Ticks, Level>
  /** From the worst price to the best. */
  readonly prices: Ticks[]
  orders: number
}

export type Book = { readonly buy: BookSide; readonly sell: BookSide }

const emptySide = (side: Side): BookSide => ({ side, levels: new Map(), prices: [], orders: 0 })
export const emptyBook = (): Book => ({ buy: emptySide('buy'), sell: emptySide('sell') })

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

export function bestLevel({ levels, prices }: BookSide): Level | undefined {
  const price = prices[prices.length - 1]
  return price === undefined ? undefined : levels.get(price)
}

/** Would a taker of this side and limit meet a resting price? */
export const crosses = (taker: Side, limit: Ticks, resting: Ticks): boolean =>
  taker === 'buy' ? resting <= limit : resting >= limit

/** Puts what is left of an order at the end of its price's queue. */
export function rest(book: Book, order: Order, price: Ticks): void {
  const side = book[order.side]
  let level = side.levels.get(price)
  if (level === undefined) {
    level = { price, quantity: 0 as Lots, orders: 0, first: undefined, last: undefined }
    side.levels.set(price, level)
    side.prices.splice(placeOf(side, price), 0, price)
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
  const side = book[order.side]
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
  side.levels.delete(level.price)
  const place = placeOf(side, level.price)
  assert(side.prices[place] === level.price, 'a level stands at its place')
  side.prices.splice(place, 1)
}

/** Where a price stands, or would stand, in its side. */
function placeOf({ side, prices }: BookSide, price: Ticks): number {
  let low = 0
  let high = prices.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = prices[middle] as Ticks
    if (side === 'buy' ? there < price : there > price) low = middle + 1
    else high = middle
  }
  return low
}
