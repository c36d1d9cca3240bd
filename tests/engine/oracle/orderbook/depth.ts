/** Price levels, best first, and what a taker would find in them. */

import type { UserId } from '../../../../src/contract/ids.ts'
import type { Side } from '../../../../src/contract/markets/side.ts'
import type { Lots, Ticks } from '../../../../src/contract/money.ts'
import { crosses, opposite } from './book.ts'
import type { Book, BookSide, Level } from './order.ts'

export function* levels({ levels: fromWorst }: BookSide): Generator<Level> {
  for (let index = fromWorst.length - 1; index >= 0; index--) {
    const level = fromWorst[index]
    if (level !== undefined) yield level
  }
}

/** The best price for a taker, without the user's own orders: self-trade prevention would cancel these. */
export function bestForTaker(book: Book, taker: Side, user: UserId): Ticks | undefined {
  for (const level of levels(book[opposite(taker)])) {
    for (let order = level.first; order !== undefined; order = order.behind) {
      if (order.user !== user) return level.price
    }
  }
  return undefined
}

/** Can a taker fill `quantity` within `limit`, without the user's own orders? */
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
