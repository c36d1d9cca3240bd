/** Orders and fills on the wire. Amounts and prices are decimal strings. */

import type { PairId, TradeId, UserId } from '../ids.ts'
import type { Side } from '../markets/side.ts'
import type { TimeInForce } from './order-terms.ts'

export type OrderStatus = 'open' | 'partially_filled' | 'filled' | 'cancelled' | 'expired'

export type OrderView = {
  readonly uuid: string
  readonly user_id: UserId
  readonly client_order_id: string | null
  readonly pair_id: PairId
  readonly pair_symbol: string
  readonly side: Side
  readonly type: 'limit' | 'market'
  /** Null for a market order. */
  readonly price: string | null
  /** Null for a market order by total. */
  readonly volume: string | null
  /** Requested total in the quote currency; null for a market order by volume. */
  readonly total: string | null
  readonly filled_volume: string
  readonly filled_total: string
  /** Filled total divided by filled volume, rounded down to 10 decimals; null before the first fill. */
  readonly avg_price: string | null
  readonly fee: string
  readonly fee_currency: string
  readonly status: OrderStatus
  readonly time_in_force: TimeInForce
  readonly post_only: boolean
  readonly created_at: string
  readonly updated_at: string
}

export type FillView = {
  readonly trade_id: TradeId
  readonly price: string
  readonly volume: string
  readonly fee: string
  readonly fee_currency: string
  readonly role: 'maker' | 'taker'
}

/** A user's own side of a trade, without data of the counterparty. `time` in milliseconds since 1970. */
export type UserTradeView = FillView & {
  readonly order_uuid: string
  readonly pair_id: PairId
  readonly pair_symbol: string
  readonly side: Side
  readonly total: string
  readonly time: number
}

export type OrdersPage = { readonly orders: readonly OrderView[]; readonly next: boolean }

export type FillsPage = { readonly fills: readonly UserTradeView[]; readonly next: boolean }
