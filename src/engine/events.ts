/** Everything that can have happened. What moves money carries its postings, and they sum to zero. */

import type { Currency, Pair, PairRules } from '../contract/catalogue.ts'
import type { Millis, OrderId, PairId, TradeId, UserId } from '../contract/ids.ts'
import type { Lots, Ppm, Ticks, Units } from '../contract/money.ts'
import type { OrderTerms, Side } from '../contract/order-rules.ts'
import type { Refusal } from '../contract/refusals.ts'
import type { AccountKind } from './commands.ts'
import type { Posting } from './ledger/ledger.ts'

export type AccountOpened = {
  readonly type: 'account-opened'
  readonly at: Millis
  readonly user: UserId
  readonly kind: AccountKind
  readonly referralCode: number | null
  readonly referrer: UserId | null
  readonly postings: readonly Posting[]
}

export type OrderOpened = {
  readonly type: 'order-opened'
  readonly at: Millis
  readonly order: OrderId
  readonly user: UserId
  readonly clientId: string | null
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
  readonly makerFee: Ppm
  readonly takerFee: Ppm
  readonly postings: readonly Posting[]
}

/** One party of a trade. `fee` is of this trade, in what the party receives; the rest is the order's sum so far. */
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

export type CloseReason = 'filled' | 'cancelled' | 'expired'

export type OrderClosed = {
  readonly type: 'order-closed'
  readonly at: Millis
  readonly order: OrderId
  readonly user: UserId
  readonly reason: CloseReason
  /** What was set aside and not spent goes back. */
  readonly postings: readonly Posting[]
}

/** The first answer to a client id, for as long as it is remembered. */
export type RequestRemembered = {
  readonly type: 'request-remembered'
  readonly at: Millis
  readonly user: UserId
  readonly clientId: string
  readonly body: number
  readonly answer: { readonly order: OrderId } | { readonly refused: Refusal }
}

export type Event =
  | { readonly type: 'currency-listed'; readonly currency: Currency }
  | { readonly type: 'pair-listed'; readonly pair: Pair }
  | { readonly type: 'pair-rules-set'; readonly pair: PairId; readonly rules: PairRules }
  | AccountOpened
  | { readonly type: 'account-frozen-set'; readonly user: UserId; readonly frozen: boolean }
  | OrderOpened
  /** What was not filled at once waits in the book. */
  | { readonly type: 'order-rested'; readonly order: OrderId }
  | Traded
  | OrderClosed
  | RequestRemembered
