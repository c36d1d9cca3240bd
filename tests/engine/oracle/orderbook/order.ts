/** Traders, their open orders, and the books in which these rest. Only the appliers in `orders/` write them. */

import type { Millis, OrderId, PairId, Seq, UserId } from '../../../../src/contract/ids.ts'
import type { Side } from '../../../../src/contract/markets/side.ts'
import type { Lots, Ppm, Ticks, Units } from '../../../../src/contract/money.ts'
import type { OrderTerms } from '../../../../src/contract/orders/order-terms.ts'
import type { Market } from '../../../../src/engine/instruments/state.ts'
import type { Activity } from '../ledger/activity.ts'
import type { Balances } from '../ledger/ledger.ts'

export type CloseReason = 'filled' | 'cancelled' | 'expired'

/** An account as the core knows it. */
export type Trader = {
  readonly user: UserId
  /** The last command that changed something of the user. */
  lastSeq: Seq
  /** Before this time it is frozen. */
  frozenUntil: Millis
  /** Open orders are linked; `open` counts them. */
  oldest: Order | undefined
  newest: Order | undefined
  open: number
  /** How many there are in each pair that has any. Undefined before the first. */
  openIn: Map<PairId, number> | undefined
  /** Those with a client id. Undefined before the first. */
  byClientId: Map<string, Order> | undefined
  /** The same object as in the ledger. */
  readonly balances: Balances
  /** Undefined before the first trade. */
  activity: Activity | undefined
}

export type Order = {
  /** What an order needs without a lookup. */
  readonly trader: Trader
  readonly book: Book
  /** Links into the book while the order rests. Kept here, so that cancelling a neighbour touches one cache line. */
  level: Level | undefined
  ahead: Order | undefined
  behind: Order | undefined
  /** Links to the open orders of the trader before and after it. */
  older: Order | undefined
  newer: Order | undefined
  readonly id: OrderId
  readonly user: UserId
  readonly clientId: string | null
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
  /** The ordered quantity; zero for a market order by total. */
  readonly quantity: Lots
  /** The fee rates when the order was opened. */
  readonly makerFee: Ppm
  readonly takerFee: Ppm
  readonly openedAt: Millis
  updatedAt: Millis
  filled: Lots
  filledTotal: Units
  /** Charged so far, in the currency that the order receives. */
  fee: Units
  /** Filled and charged as a taker, before the order rested: the maker rate applies to what follows. */
  takenFilled: Lots
  takenTotal: Units
  takenFee: Units
  closed: CloseReason | undefined
}

/** An order as others may read it. */
export type OrderView = Readonly<Omit<Order, 'trader' | 'book' | 'level' | 'ahead' | 'behind' | 'older' | 'newer'>>

/** A queue of orders at one price. */
export type Level = {
  readonly price: Ticks
  /** The sum of what its orders have left. */
  quantity: Lots
  orders: number
  first: Order | undefined
  last: Order | undefined
}

export type BookSide = {
  readonly side: Side
  /** From the worst price to the best. */
  readonly levels: Level[]
  orders: number
}

/** The open orders of a market that wait for a trade. */
export type Book = { readonly market: Market; readonly buy: BookSide; readonly sell: BookSide }

/** The quantity that is not filled yet. */
export const leftOf = (order: Order): Lots => (order.quantity - order.filled) as Lots
