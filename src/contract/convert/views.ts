/** Conversions on the wire. Amounts and rates are plain decimals; a rate is the amount of `to` for one `from`. */

import type { CurrencyView } from '../markets/views.ts'

/** `precision`: decimals of what the pair of the coin trades, at most those of the coin. */
export type ConvertCurrencyView = CurrencyView & {
  /** What is available. */
  readonly balance: string
  /** The least of this coin that a conversion to any coin takes, and the most, at the last prices. */
  readonly min_amount: string
  readonly max_amount: string
  readonly precision: number
}

/**
 * `rate` at the last prices, before the spread; for display only. `min_from_amount`: the least of the other coin that is
 * converted to this one, at the last prices.
 */
export type ConvertTargetView = ConvertCurrencyView & { readonly rate: string; readonly min_from_amount: string }

/**
 * `to_amount` is the least that is received until `expires_at`. `from_amount` is what is spent: the requested amount
 * rounded down to what the pair trades. `fee` in the received coin is included.
 */
export type ConvertQuoteView = {
  readonly quote_id: string
  readonly from_currency_id: number
  readonly to_currency_id: number
  readonly from_amount: string
  readonly to_amount: string
  readonly rate: string
  readonly inverse_rate: string
  readonly fee: string
  readonly spread_percent: string
  /** How far the amount is below the one at the best prices, before the fee. */
  readonly price_impact_percent: string
  readonly created_at: string
  readonly expires_at: string
  readonly ttl_ms: number
}

/** `change` in USDT was left over between two trades and is credited as well. `repeated`: it was executed before. */
export type ConvertView = {
  readonly status: 'success'
  readonly from_currency_id: number
  readonly to_currency_id: number
  readonly from_amount: string
  readonly to_amount: string
  readonly rate: string
  readonly fee: string
  readonly change: string
  readonly repeated: boolean
}
