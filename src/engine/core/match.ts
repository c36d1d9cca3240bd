/** Matches a new order with the book: best price first, then oldest first, always at the maker's price. */

import { RANGE } from './amounts.ts'
import type { Book } from './book.ts'
import { CANCELLED, FILLED, type Happen } from './happen.ts'
import { crosses } from './look.ts'
import type { OrderFacts } from './order-facts.ts'
import { NONE, type OrderHandle, type Records } from './records.ts'
import type { Trade } from './trade.ts'

export type Match = ReturnType<typeof openMatch>

type Deps = {
  readonly records: Records
  readonly facts: OrderFacts
  readonly happen: Happen
  readonly trade: Trade
}

export function openMatch({ records, facts, happen, trade }: Deps) {
  const { left, seat, filledTotal, price: priceOf } = records.orders
  const { first, price: levelPrice } = records.levels
  const { freeHigh, freeLow } = records.purses
  const { close } = happen
  const { sells, paysFrom, isByTotal } = facts

  /** Fills as much as possible of an order with a limit price; whether nothing is left. */
  function matchLimit(book: Book, taker: OrderHandle): boolean {
    const isSell = sells(taker)
    const facing = isSell ? book.buys : book.sells
    const limit = priceOf[taker]!
    for (;;) {
      const wanted = left[taker]!
      if (wanted === 0) return true
      const best = facing.best
      if (best === NONE || !crosses(isSell, limit, levelPrice[best]!)) return false
      take(book, first[best] as OrderHandle, taker, levelPrice[best]!, wanted)
    }
  }

  /** As `matchLimit`, for a market order: a total buys whole lots, and nobody pays more than is free now. */
  function matchMarket(book: Book, taker: OrderHandle, limit: number): boolean {
    const isSell = sells(taker)
    const facing = isSell ? book.buys : book.sells
    let last = limit
    for (;;) {
      const best = facing.best
      const price = best === NONE ? 0 : levelPrice[best]!
      const isInReach = best !== NONE && crosses(isSell, limit, price)
      const wanted = wantedAt(book, taker, isInReach ? price : last)
      if (wanted === 0) return true
      if (!isInReach) return false
      const payable = Math.min(wanted, affordableAt(book, taker, isSell, price))
      if (payable === 0) return false
      if (take(book, first[best] as OrderHandle, taker, price, payable)) last = price
    }
  }

  /** One maker: false if it was an order of the taker's owner, which is cancelled; any other is filled as far as both go. */
  function take(book: Book, maker: OrderHandle, taker: OrderHandle, price: number, wanted: number): boolean {
    if (seat[maker] === seat[taker]) {
      close(book, maker, CANCELLED)
      return false
    }
    const there = left[maker]!
    trade(book, maker, taker, price, wanted < there ? wanted : there)
    if (wanted >= there) close(book, maker, FILLED)
    return true
  }

  /** The lots that an order still wants; of a total, the whole lots that the rest of it pays for, within the range. */
  function wantedAt(book: Book, order: OrderHandle, price: number): number {
    if (!isByTotal(order)) return left[order]!
    const most = Math.floor((RANGE - 1) / book.lot) + left[order]!
    return Math.min(most, Math.floor((priceOf[order]! - filledTotal[order]!) / (price * book.tickLot)))
  }

  /** The lots that the free balance pays for. */
  function affordableAt(book: Book, order: OrderHandle, isSell: boolean, price: number): number {
    const purse = paysFrom(order)
    const free = freeHigh[purse]! > 0 ? RANGE : freeLow[purse]!
    return Math.floor(free / (isSell ? book.lot : price * book.tickLot))
  }

  return { matchLimit, matchMarket }
}
