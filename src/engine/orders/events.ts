import type { Millis, OrderId, PairId, TradeId, UserId } from '../../contract/ids.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Lots, Ppm, Ticks, Units } from '../../contract/money.ts'
import type { OrderTerms } from '../../contract/orders/order-terms.ts'
import type { Posting } from '../postings.ts'

export type CloseReason = 'filled' | 'cancelled' | 'expired'

export type OrderOpened = {
  readonly type: 'order-opened'
  readonly at: Millis
  readonly order: OrderId
  readonly user: UserId
  readonly clientId: string | null
  /** Until when the answer to the client id is kept; 0 without one. */
  readonly keptUntil: Millis
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
  readonly makerFee: Ppm
  readonly takerFee: Ppm
  readonly postings: readonly Posting[]
}

/** The unfilled part of an order rests in the book. */
export type OrderRested = { readonly type: 'order-rested'; readonly order: OrderId }

/** One side of a trade. `fee` is for this trade, in the currency received; the other amounts are order totals so far. */
export type Leg = {
  readonly order: OrderId
  readonly user: UserId
  readonly fee: Units
  readonly filled: Lots
  readonly filledTotal: Units
  readonly feeTotal: Units
}

export type Traded = {
  readonly type: 'traded'
  readonly at: Millis
  readonly trade: TradeId
  readonly pair: PairId
  /** The taker's side. */
  readonly side: Side
  readonly price: Ticks
  readonly quantity: Lots
  readonly maker: Leg
  readonly taker: Leg
  readonly postings: readonly Posting[]
}

export type OrderClosed = {
  readonly type: 'order-closed'
  readonly at: Millis
  readonly order: OrderId
  readonly user: UserId
  readonly reason: CloseReason
  /** Releases what is left of the hold. */
  readonly postings: readonly Posting[]
}

export type OrderEvent = OrderOpened | OrderRested | Traded | OrderClosed
