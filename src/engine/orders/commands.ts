import type { Millis, OrderId, PairId, UserId } from '../../contract/ids.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { OrderTerms } from '../../contract/orders/order-terms.ts'

/** With a client id, a repeated request gets the first response; demo traders send none. */
export type PlaceOrder = {
  readonly type: 'place-order'
  readonly user: UserId
  readonly clientId: string | null
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
  /** Not executed later than this; at most two minutes ahead. */
  readonly validUntil?: Millis
}

export type CancelOrder = { readonly type: 'cancel-order'; readonly user: UserId; readonly order: OrderId }

/** Null cancels the orders of all pairs. */
export type CancelAll = { readonly type: 'cancel-all'; readonly user: UserId; readonly pair: PairId | null }

export type OrderCommand = PlaceOrder | CancelOrder | CancelAll
