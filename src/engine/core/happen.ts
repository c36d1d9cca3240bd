/** An order is opened, rests, and is closed. Each function logs one record and does what it says; a trade is in `trade.ts`. */

import type { Book } from './book.ts'
import { BASE, type Ledger, QUOTE } from './ledger.ts'
import { CLOSED_FIELDS, KINDS, type Log, OPENED_FIELDS, textSlots } from './log.ts'
import type { OrderFacts } from './order-facts.ts'
import type { OrderTable } from './order-table.ts'
import type { OwnOrders } from './own-orders.ts'
import { NONE, type OrderHandle, type Records, type SeatHandle } from './records.ts'

export const [FILLED, CANCELLED, EXPIRED] = [0, 1, 2] as const
type Reason = typeof FILLED | typeof CANCELLED | typeof EXPIRED

/** The command that is executed, and the last trade. */
export type Now = { seq: number; at: number; lastTrade: number }

type Deps = {
  readonly records: Records
  readonly log: Log
  readonly ledger: Ledger
  readonly own: OwnOrders
  readonly table: OrderTable
  readonly facts: OrderFacts
  readonly now: Now
}

/** `price`: the limit, or the total of a market order by total. */
export type Opening = {
  readonly id: number
  readonly seat: SeatHandle
  readonly flags: number
  readonly price: number
  readonly quantity: number
  readonly slippage: number
  readonly makerRate: number
  readonly takerRate: number
  readonly clientId: string | null
  /** Until when the client id is at least known; 0 without one. */
  readonly keptUntil: number
}

export type Happen = ReturnType<typeof openHappen>

export function openHappen({ records, log, ledger, own, table, facts, now }: Deps) {
  const { id, left, price, quantity, filledTotal, fee, taken, takenFee, openedAt, updatedAt } = records.orders
  const { makerRate, takerRate, slippage, seat: seatOf, level, flags, handles } = records.orders
  const { lastSeq } = records.owners
  const { owner: ownerOf } = records.seats
  const { numbers, begin, setWords, text } = log
  const { postFree, postHeld, done } = ledger
  const { sells, isMarket, paysFrom, filledOf, holdOf } = facts

  /** What an order with a limit price can cost is held. */
  function open(book: Book, opening: Opening): OrderHandle {
    const order = handles.take()
    id[order] = opening.id
    left[order] = opening.quantity
    price[order] = opening.price
    quantity[order] = opening.quantity
    filledTotal[order] = 0
    fee[order] = 0
    taken[order] = 0
    takenFee[order] = 0
    openedAt[order] = now.at
    updatedAt[order] = now.at
    makerRate[order] = opening.makerRate
    takerRate[order] = opening.takerRate
    slippage[order] = opening.slippage
    seatOf[order] = opening.seat
    level[order] = NONE
    flags[order] = opening.flags
    table.add(order)
    own.join(order, opening.clientId)
    logOpened(book, opening)
    if (!isMarket(order)) hold(order, holdOf(book, order, opening.quantity))
    done()
    return order
  }

  function logOpened(book: Book, opening: Opening): void {
    const { clientId } = opening
    const owner = ownerOf[opening.seat]!
    lastSeq[owner] = now.seq
    const slot = begin(KINDS.opened, opening.flags, book.number, OPENED_FIELDS, slotsOf(clientId))
    numbers[slot] = opening.id
    setWords(slot + 1, owner, clientId === null ? 0 : 1)
    setWords(slot + 2, opening.makerRate, opening.takerRate)
    numbers[slot + 3] = opening.slippage
    numbers[slot + 4] = opening.price
    numbers[slot + 5] = opening.quantity
    numbers[slot + 6] = opening.keptUntil
    if (clientId !== null) text(clientId)
  }

  function hold(order: OrderHandle, amount: number): void {
    const [from, currency] = [paysFrom(order), sells(order) ? BASE : QUOTE]
    postFree(from, -amount, currency)
    postHeld(from, amount, currency)
  }

  function release(order: OrderHandle, amount: number): void {
    const [from, currency] = [paysFrom(order), sells(order) ? BASE : QUOTE]
    postHeld(from, -amount, currency)
    postFree(from, amount, currency)
  }

  /** What is left waits in the book: from here on the order is a maker. */
  function rest(book: Book, order: OrderHandle): void {
    taken[order] = sells(order) ? filledTotal[order]! : filledOf(order)
    takenFee[order] = fee[order]!
    const side = sells(order) ? book.sells : book.buys
    side.rest(order, price[order]!)
    numbers[begin(KINDS.rested, 0, book.number, 1)] = id[order]!
    done()
  }

  /** What the order holds and has not spent goes back to its owner. */
  function close(book: Book, order: OrderHandle, reason: Reason): void {
    if (level[order] !== NONE) (sells(order) ? book.sells : book.buys).take(order)
    logClosed(book, order, reason)
    const held = isMarket(order) ? 0 : holdOf(book, order, left[order]!)
    if (held > 0) release(order, held)
    done()
    own.leave(order)
    table.remove(order)
    handles.give(order)
  }

  /** With everything that the order was: its record is gone after it. */
  function logClosed(book: Book, order: OrderHandle, reason: Reason): void {
    const owner = ownerOf[seatOf[order]!]!
    lastSeq[owner] = now.seq
    const clientId = own.clientIdOf(order)
    const slot = begin(KINDS.closed, reason, book.number, CLOSED_FIELDS, slotsOf(clientId))
    numbers[slot] = id[order]!
    setWords(slot + 1, owner, clientId === null ? 0 : 1)
    setWords(slot + 2, makerRate[order]!, takerRate[order]!)
    numbers[slot + 3] = slippage[order]!
    numbers[slot + 4] = price[order]!
    numbers[slot + 5] = quantity[order]!
    numbers[slot + 6] = left[order]!
    numbers[slot + 7] = filledTotal[order]!
    numbers[slot + 8] = fee[order]!
    numbers[slot + 9] = openedAt[order]!
    numbers[slot + 10] = flags[order]!
    if (clientId !== null) text(clientId)
  }

  return { open, rest, close }
}

const slotsOf = (clientId: string | null): number => (clientId === null ? 0 : 1 + textSlots(clientId.length))
