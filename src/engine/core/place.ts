/** Places an order: opens and matches it, then the rest rests in the book or expires. Cannot fail: `refuse` has checked it. */

import { assert } from '../assert.ts'
import { shareDown, shareUp } from './amounts.ts'
import type { Book } from './book.ts'
import { EXPIRED, FILLED, type Happen, type Opening } from './happen.ts'
import type { Looks } from './look.ts'
import type { Match } from './match.ts'
import { NONE, type Records } from './records.ts'
import { FOK, IOC, MARKET, SELL } from './terms.ts'

const MILLION = 1_000_000

export type Place = ReturnType<typeof openPlace>

export function openPlace({ levels }: Records, happen: Happen, matching: Match, looks: Looks) {
  const { price } = levels
  const { open, rest, close } = happen
  const { matchLimit, matchMarket } = matching

  function place(book: Book, opening: Opening): void {
    if ((opening.flags & MARKET) !== 0) {
      const limit = worstPrice(book, opening)
      const order = open(book, opening)
      close(book, order, matchMarket(book, order, limit) ? FILLED : EXPIRED)
      return
    }
    const order = open(book, opening)
    if (matchLimit(book, order)) close(book, order, FILLED)
    else if ((opening.flags & (IOC | FOK)) === 0) {
      rest(book, order)
      assertNotCrossed(book)
    } else close(book, order, EXPIRED)
  }

  /** `slippage` away from the best price, rounded toward it. */
  function worstPrice(book: Book, { flags, seat, slippage }: Opening): number {
    const isSell = (flags & SELL) !== 0
    const best = looks.bestForTaker(isSell ? book.buys : book.sells, seat)
    return isSell ? shareUp(best, MILLION - slippage) : shareDown(best, MILLION + slippage)
  }

  /** Orders that match each other have traded. */
  function assertNotCrossed({ buys, sells }: Book): void {
    const [bid, ask] = [buys.best, sells.best]
    assert(bid === NONE || ask === NONE || price[bid]! < price[ask]!, 'the book is not crossed')
  }

  return place
}
