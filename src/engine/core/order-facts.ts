import type { Book } from './book.ts'
import type { OrderHandle, PurseHandle, Records } from './records.ts'
import { BY_TOTAL, MARKET, SELL } from './terms.ts'

export type OrderFacts = ReturnType<typeof openOrderFacts>

/** What follows from the record of an order. */
export function openOrderFacts({ orders, seats }: Records) {
  const { flags, seat, price, quantity, left } = orders
  const { base, quote } = seats

  const sells = (order: OrderHandle): boolean => (flags[order]! & SELL) !== 0
  const isMarket = (order: OrderHandle): boolean => (flags[order]! & MARKET) !== 0
  const isByTotal = (order: OrderHandle): boolean => (flags[order]! & BY_TOTAL) !== 0

  const paysFrom = (order: OrderHandle): PurseHandle => (sells(order) ? base[seat[order]!]! : quote[seat[order]!]!)
  const getsInto = (order: OrderHandle): PurseHandle => (sells(order) ? quote[seat[order]!]! : base[seat[order]!]!)

  /** A market order by total has no quantity, so what is left of it is below zero. */
  const filledOf = (order: OrderHandle): number => quantity[order]! - left[order]!

  /** What an order holds for a quantity: the most that it can cost. Fees are taken from what it receives. */
  const holdOf = (book: Book, order: OrderHandle, lots: number): number =>
    sells(order) ? lots * book.lot : price[order]! * lots * book.tickLot

  /** Whether the order trades at a price. */
  const allows = (order: OrderHandle, atPrice: number): boolean =>
    isMarket(order) || (sells(order) ? atPrice >= price[order]! : atPrice <= price[order]!)

  return { allows, sells, isMarket, isByTotal, paysFrom, getsInto, filledOf, holdOf }
}
