/** What users ask of the core: orders are placed and cancelled. A refused command changes nothing. */

import type { Millis, OrderId, PairId, UserId } from '../../contract/ids.ts'
import { smallestOf } from '../../contract/markets/instruments.ts'
import { refuseFiner } from '../../contract/markets/precision.ts'
import type { Side } from '../../contract/markets/side.ts'
import { type OrderTerms, quantityOf, totalOf } from '../../contract/orders/order-terms.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Books } from './book.ts'
import { CANCELLED, type Happen, type Now } from './happen.ts'
import type { OrderTable } from './order-table.ts'
import type { OwnOrders } from './own-orders.ts'
import type { Owners } from './owners.ts'
import type { Place } from './place.ts'
import { NONE, type OrderHandle, type Records } from './records.ts'
import type { Refuse } from './refuse.ts'
import { FOK, flagsOf, IOC, MARKET } from './terms.ts'

type PlaceOrder = {
  readonly user: UserId
  readonly clientId: string | null
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
}

type Deps = {
  readonly records: Records
  readonly now: Now
  readonly owners: Owners
  readonly own: OwnOrders
  readonly table: OrderTable
  readonly books: Books
  readonly happen: Happen
  readonly place: Place
  readonly refuse: Refuse
}

export function openCommands(deps: Deps) {
  const { records, now, owners, own, table, books, happen, place } = deps
  const { refuseOrder, hasRecords } = deps.refuse
  const { frozenUntil, oldest } = records.owners
  const { seat: seatOf, newer } = records.orders
  const { owner: ownerOf, book: bookOf } = records.seats

  /** Undefined if the order was placed. `keptUntil`: when its client id is free again, if it is closed by then. */
  function placeOrder(id: OrderId, command: PlaceOrder, keptUntil: Millis): Refusal | undefined {
    const { user, clientId, pair, side, terms } = command
    const owner = owners.findAccount(user)
    if (owner === NONE) return refuse('ACCOUNT_NOT_FOUND')
    const book = books.find(pair)
    if (book === undefined) return refuse('PAIR_NOT_FOUND')
    const { rules, symbol, quote } = book.market.pair
    if (rules.status !== 'trading') return refuse('PAIR_HALTED', { pair: symbol })
    if (now.at < frozenUntil[owner]!) return refuse('ACCOUNT_FROZEN')
    const flags = flagsOf(side, terms)
    const total = totalOf(terms)
    const finer = total === undefined || total <= 0n ? undefined : refuseFiner(quote, total)
    if (finer !== undefined) return finer
    const price = terms.type === 'limit' ? terms.price : total === undefined ? 0 : Number(total / smallestOf(quote))
    const quantity = quantityOf(terms) ?? 0
    const refusal = refuseOrder(owner, book, { flags, price, quantity })
    if (refusal !== undefined) return refusal
    if (!hasRecords((flags & (MARKET | IOC | FOK)) === 0)) return refuse('EXCHANGE_FULL')
    place(book, {
      id,
      seat: own.seatIn(owner, book),
      flags,
      price,
      quantity,
      slippage: terms.type === 'market' ? terms.slippage : 0,
      makerRate: rules.makerFee,
      takerRate: rules.takerFee,
      clientId,
      keptUntil: clientId === null ? 0 : keptUntil,
    })
    return undefined
  }

  function cancelOrder(user: UserId, id: OrderId): Refusal | undefined {
    const order = table.find(id)
    if (order === NONE || ownerOf[seatOf[order]!] !== owners.find(user)) return refuse('ORDER_NOT_FOUND')
    const book = bookWith(order)
    const { rules, symbol } = book.market.pair
    if (rules.status === 'halted') return refuse('PAIR_HALTED', { pair: symbol })
    happen.close(book, order, CANCELLED)
    return undefined
  }

  /** Never refused. Orders of a halted pair stay open. The cancelled ones. */
  const cancelAll = (user: UserId, pair: PairId | null): OrderId[] =>
    cancelWhere(user, ({ id, rules }) => (pair === null || id === pair) && rules.status !== 'halted')

  /** Also those of halted pairs, for an account that is frozen. */
  const cancelEvery = (user: UserId): OrderId[] => cancelWhere(user, () => true)

  function cancelWhere(user: UserId, isMeant: (pair: ReturnType<typeof pairOf>) => boolean): OrderId[] {
    const cancelled: OrderId[] = []
    const owner = owners.find(user)
    if (owner === NONE) return cancelled
    for (let order = oldest[owner]!, next: OrderHandle | typeof NONE = NONE; order !== NONE; order = next) {
      next = newer[order]!
      if (!isMeant(pairOf(order))) continue
      cancelled.push(records.orders.id[order] as OrderId)
      happen.close(bookWith(order), order, CANCELLED)
    }
    return cancelled
  }

  const bookWith = (order: OrderHandle) => books.all[bookOf[seatOf[order]!]!]!
  const pairOf = (order: OrderHandle) => bookWith(order).market.pair

  /** Before this time the account places nothing. */
  function setFrozenUntil(user: UserId, until: Millis): void {
    frozenUntil[owners.handleOf(user)] = until
  }

  return { placeOrder, cancelOrder, cancelAll, cancelEvery, setFrozenUntil }
}
