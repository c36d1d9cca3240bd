/** The open orders of an owner: linked from the oldest to the newest, counted for each book, and found by client ids. */

import { clientIdHash, tagOf } from '../idempotency/client-id-hash.ts'
import type { Book } from './book.ts'
import { STRIDE } from './handles.ts'
import type { Ledger } from './ledger.ts'
import { OrderTable } from './order-table.ts'
import { NONE, type OrderHandle, type OwnerHandle, type Records, type SeatHandle } from './records.ts'

export type OwnOrders = ReturnType<typeof openOwnOrders>

export function openOwnOrders(records: Records, { purseOf }: Ledger) {
  const { orders, owners, seats } = records
  const { seat: seatOf, older, newer } = orders
  const { oldest, newest, open, firstSeat } = owners
  const { owner: ownerOf, book: bookOf, base, quote, open: openIn, next, handles } = seats
  const clientIds = openClientIds(records)

  /** Of an owner who never had an order in the book: none. */
  function findSeat(owner: OwnerHandle, book: number): SeatHandle | typeof NONE {
    let seat = firstSeat[owner]!
    while (seat !== NONE && bookOf[seat] !== book) seat = next[seat]!
    return seat
  }

  function seatIn(owner: OwnerHandle, book: Book): SeatHandle {
    const found = findSeat(owner, book.number)
    if (found !== NONE) return found
    const seat = handles.take()
    ownerOf[seat] = owner
    bookOf[seat] = book.number
    base[seat] = purseOf(owner, book.base)
    quote[seat] = purseOf(owner, book.quote)
    openIn[seat] = 0
    next[seat] = firstSeat[owner]!
    firstSeat[owner] = seat
    return seat
  }

  /** Adds an order as the newest one. */
  function join(order: OrderHandle, clientId: string | null): void {
    const seat = seatOf[order]!
    const owner = ownerOf[seat]!
    const before = newest[owner]!
    older[order] = before
    newer[order] = NONE
    if (before === NONE) oldest[owner] = order
    else newer[before] = order
    newest[owner] = order
    open[owner]! += 1
    openIn[seat]! += 1
    if (clientId !== null) clientIds.add(order, clientId)
  }

  function leave(order: OrderHandle): void {
    const seat = seatOf[order]!
    const owner = ownerOf[seat]!
    const [before, after] = [older[order]!, newer[order]!]
    if (before === NONE) oldest[owner] = after
    else newer[before] = after
    if (after === NONE) newest[owner] = before
    else older[after] = before
    open[owner]! -= 1
    openIn[seat]! -= 1
    clientIds.remove(order)
  }

  const clientIdOf = (order: OrderHandle): string | null => clientIds.of(order) ?? null

  return { findSeat, seatIn, join, leave, findByClientId: clientIds.find, clientIdOf }
}

/** Client ids of open orders: an order is found by its owner and its whole client id. */
function openClientIds({ orders, seats }: Records) {
  const { seat: seatOf, clientHash } = orders
  const { owner: ownerOf } = seats
  const table = new OrderTable(clientHash)
  /** By the place of the order. */
  const texts: (string | undefined)[] = []

  const of = (order: OrderHandle): string | undefined => texts[order / STRIDE]

  const isOf = (order: OrderHandle, owner: OwnerHandle, clientId: string): boolean =>
    ownerOf[seatOf[order]!] === owner && of(order) === clientId

  function find(owner: OwnerHandle, clientId: string): OrderHandle | typeof NONE {
    const first = table.find(hashOf(owner, clientId))
    return first === NONE || isOf(first, owner, clientId) ? first : findOther(owner, clientId)
  }

  /** Two client ids can have the same number. */
  const findOther = (owner: OwnerHandle, clientId: string): OrderHandle | typeof NONE =>
    table.findWhere(hashOf(owner, clientId), (order) => isOf(order, owner, clientId))

  /** Of an order that has a seat. */
  function add(order: OrderHandle, clientId: string): void {
    texts[order / STRIDE] = clientId
    clientHash[order] = hashOf(ownerOf[seatOf[order]!]!, clientId)
    table.add(order)
  }

  function remove(order: OrderHandle): void {
    if (of(order) === undefined) return
    texts[order / STRIDE] = undefined
    table.remove(order)
  }

  return { of, find, add, remove }
}

function hashOf(owner: OwnerHandle, clientId: string): number {
  const { id, more } = clientIdHash(clientId)
  return tagOf(id, more, owner)
}
