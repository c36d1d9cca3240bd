/** An order while it is open. Only `evolve` writes it. */

import type { Millis, OrderId, PairId, UserId } from '../../contract/ids.ts'
import type { Lots, Ppm, Units } from '../../contract/money.ts'
import type { OrderTerms, Side } from '../../contract/order-rules.ts'
import type { CloseReason, OrderOpened } from '../events.ts'
import type { Level } from '../matching/book.ts'
import type { Account } from '../state.ts'

export type Order = {
  readonly account: Account
  /** Its place in the book, while it rests. Here, so that a neighbour's cancel touches one line of memory. */
  level: Level | undefined
  ahead: Order | undefined
  behind: Order | undefined
  readonly id: OrderId
  readonly user: UserId
  readonly clientId: string | null
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
  /** What was asked for; none for a market order by total. */
  readonly quantity: Lots
  /** The rates agreed when the order was opened. */
  readonly makerFee: Ppm
  readonly takerFee: Ppm
  readonly openedAt: Millis
  updatedAt: Millis
  filled: Lots
  filledTotal: Units
  /** Charged so far, in what the order receives. */
  fee: Units
  /** Filled and charged as a taker, before the order rested: the maker's rate counts from there. */
  takenFilled: Lots
  takenTotal: Units
  takenFee: Units
  closed: CloseReason | undefined
}

export const newOrder = (account: Account, opened: OrderOpened): Order => ({
  account,
  level: undefined,
  ahead: undefined,
  behind: undefined,
  id: opened.order,
  user: account.user,
  clientId: opened.clientId,
  pair: opened.pair,
  side: opened.side,
  terms: opened.terms,
  quantity: 'quantity' in opened.terms ? opened.terms.quantity : (0 as Lots),
  makerFee: opened.makerFee,
  takerFee: opened.takerFee,
  openedAt: opened.at,
  updatedAt: opened.at,
  filled: 0 as Lots,
  filledTotal: 0n,
  fee: 0n,
  takenFilled: 0 as Lots,
  takenTotal: 0n,
  takenFee: 0n,
  closed: undefined,
})

/** What of its quantity is not filled yet. */
export const leftOf = (order: Order): Lots => (order.quantity - order.filled) as Lots
