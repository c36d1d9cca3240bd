/** The open orders of an owner: linked from the oldest to the newest, counted for each book, and found by client ids. */

import type { Book } from './book.ts'
import { STRIDE } from './handles.ts'
import type { Ledger } from './ledger.ts'
import { NONE, type OrderHandle, type OwnerHandle, type Records, type SeatHandle } from './records.ts'

export type OwnOrders = ReturnType<typeof openOwnOrders>

export function openOwnOrders({ orders, owners, seats }: Records, { purseOf }: Ledger) {
  const { seat: seatOf, older, newer } = orders
  const { oldest, newest, open, firstSeat } = owners
  const { owner: ownerOf, book: bookOf, base, quote, open: openIn, next, handles } = seats
  /** By the place of the order, and by the place of the owner. */
  const clientIds: (string | undefined)[] = []
  const byClientId: (Map<string, OrderHandle> | undefined)[] = []

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
    if (clientId !== null) remember(owner, order, clientId)
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
    const clientId = clientIds[order / STRIDE]
    if (clientId !== undefined) forget(owner, order, clientId)
  }

  function remember(owner: OwnerHandle, order: OrderHandle, clientId: string): void {
    clientIds[order / STRIDE] = clientId
    const own = byClientId[owner / STRIDE]
    if (own === undefined) byClientId[owner / STRIDE] = new Map([[clientId, order]])
    else own.set(clientId, order)
  }

  function forget(owner: OwnerHandle, order: OrderHandle, clientId: string): void {
    clientIds[order / STRIDE] = undefined
    byClientId[owner / STRIDE]?.delete(clientId)
  }

  const findByClientId = (owner: OwnerHandle, clientId: string): OrderHandle | typeof NONE =>
    byClientId[owner / STRIDE]?.get(clientId) ?? NONE
  const clientIdOf = (order: OrderHandle): string | null => clientIds[order / STRIDE] ?? null

  return { findSeat, seatIn, join, leave, findByClientId, clientIdOf }
}
