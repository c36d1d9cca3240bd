/** Records as objects, for readers and for the debugger. A view is a copy: the next command does not change it. */

import type { Millis, OrderId, PairId, UserId } from '../../contract/ids.ts'
import { smallestOf } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Lots, Ppm, Units } from '../../contract/money.ts'
import type { OrderTerms } from '../../contract/orders/order-terms.ts'
import type { Book } from './book.ts'
import type { OwnOrders } from './own-orders.ts'
import type { Owners } from './owners.ts'
import { NONE, type OrderHandle, type OwnerHandle, type Records } from './records.ts'
import { BY_TOTAL, sideOf, termsOf } from './terms.ts'

type OrderRecord = {
  readonly id: OrderId
  readonly user: UserId
  readonly clientId: string | null
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
  readonly quantity: Lots
  readonly filled: Lots
  readonly filledTotal: Units
  readonly fee: Units
  readonly makerFee: Ppm
  readonly takerFee: Ppm
  readonly openedAt: Millis
  readonly updatedAt: Millis
  /** Whether it waits in the book. */
  readonly rests: boolean
}

export function openViews(
  { orders, seats, owners: ownerRecords, levels }: Records,
  owners: Owners,
  own: OwnOrders,
  books: readonly Book[],
) {
  function orderOf(order: OrderHandle): OrderRecord {
    const seat = orders.seat[order]!
    const flags = orders.flags[order]!
    const { pair } = books[seats.book[seat]!]!.market
    const side = sideOf(flags)
    const inQuote = (amount: number): Units => (BigInt(amount) * smallestOf(pair.quote)) as Units
    const received = side === 'buy' ? pair.base : pair.quote
    const [price, quantity] = [orders.price[order]!, orders.quantity[order]!]
    const limit = (flags & BY_TOTAL) === 0 ? BigInt(price) : inQuote(price)
    return {
      id: orders.id[order] as OrderId,
      user: owners.nameOf(seats.owner[seat]!) as UserId,
      clientId: own.clientIdOf(order),
      pair: pair.id,
      side,
      terms: termsOf(flags, limit, quantity, orders.slippage[order]!),
      quantity: quantity as Lots,
      filled: (quantity - orders.left[order]!) as Lots,
      filledTotal: inQuote(orders.filledTotal[order]!),
      fee: (BigInt(orders.fee[order]!) * smallestOf(received)) as Units,
      makerFee: orders.makerRate[order]!,
      takerFee: orders.takerRate[order]!,
      openedAt: orders.openedAt[order]!,
      updatedAt: orders.updatedAt[order]!,
      rests: orders.level[order] !== NONE,
    }
  }

  /** Oldest first. */
  function* openOrdersOf(owner: OwnerHandle): Generator<OrderRecord> {
    for (let order = ownerRecords.oldest[owner]!; order !== NONE; order = orders.newer[order]!) yield orderOf(order)
  }

  /** The levels of a side, best first, each with its queue. */
  function* levelsOf(book: Book, side: Side) {
    for (const level of (side === 'buy' ? book.buys : book.sells).levels()) {
      const queue: OrderId[] = []
      for (let order = levels.first[level]!; order !== NONE; order = orders.behind[order]!)
        queue.push(orders.id[order] as OrderId)
      yield { price: levels.price[level]!, quantity: levels.quantity[level]!, queue }
    }
  }

  return { orderOf, openOrdersOf, levelsOf }
}
