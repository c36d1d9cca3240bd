/** The book as others see it: price levels, best first. */

import type { UserId } from '../../contract/ids.ts'
import type { Lots, Ticks } from '../../contract/money.ts'
import type { Side } from '../../contract/order-rules.ts'
import { type Book, type BookSide, crosses, type Level, opposite } from './book.ts'

export function* levels({ levels: fromWorst }: BookSide): Generator<Level> {
  for (let place = fromWorst.length - 1; place >= 0; place--) {
    const level = fromWorst[place]
    if (level !== undefined) yield level
  }
}

/** The best price a taker would meet, not counting their own orders, which would be cancelled on the way. */
export function bestForTaker(book: Book, taker: Side, user: UserId): Ticks | undefined {
  for (const level of levels(book[opposite(taker)])) {
    for (let order = level.first; order !== undefined; order = order.behind) {
      if (order.user !== user) return level.price
    }
  }
  return undefined
}

/** Could a taker fill `quantity` within `limit`, not counting their own orders? */
export function isFillable(book: Book, taker: Side, user: UserId, limit: Ticks, quantity: Lots): boolean {
  let missing: number = quantity
  for (const level of levels(book[opposite(taker)])) {
    if (!crosses(taker, limit, level.price)) return false
    for (let order = level.first; order !== undefined; order = order.behind) {
      if (order.user !== user) missing -= order.quantity - order.filled
      if (missing <= 0) return true
    }
  }
  return false
}
