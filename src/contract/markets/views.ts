/** Public market data on the wire. Amounts and prices are decimal strings. */

import type { CurrencyId, PairId } from '../ids.ts'
import type { Side } from './side.ts'
import type { Period } from './timeframes.ts'

export type CurrencyView = {
  readonly id: CurrencyId
  readonly symbol: string
  readonly name: string
  readonly icon_url: string
  /** Of amounts of the currency. */
  readonly decimals: number
}

/** 24-hour fields are null before the first trade. */
export type PairView = {
  readonly id: PairId
  readonly base_currency_symbol: string
  readonly base_currency_icon: string
  readonly price: string
  readonly percent_change_24h: string | null
  readonly changes: readonly string[]
}

/** Category of the base currency. */
export type PairTag = 'layer_1' | 'payments' | 'meme' | 'game'

export type FullPairView = PairView & {
  readonly symbol: string
  /** Volume in the base currency and turnover in the quote currency, last 24 hours. */
  readonly volume_24h: string | null
  readonly turnover_24h: string | null
  readonly high_24h: string | null
  readonly low_24h: string | null
  readonly quote_currency_symbol: string
  readonly base_currency: CurrencyView
  readonly quote_currency: CurrencyView
  readonly status: 'trading' | 'cancel_only' | 'halted'
  /** One of its coins is not offered any more: lists leave the pair out, own orders and history keep it. */
  readonly is_hidden: boolean
  readonly tick_size: string
  readonly step_size: string
  readonly min_amount: string
  readonly max_amount: string
  readonly min_notional: string
  readonly max_notional: string
  readonly price_band_percent: string
  readonly maker_fee_percent: string
  readonly taker_fee_percent: string
  readonly reference_price: string
  readonly tags: readonly PairTag[]
  /** Null when the listing time is older than the kept journal. */
  readonly listed_at: string | null
}

/** Facts about the base currency of a pair. Null: unknown, or unlimited for `max_supply`. */
export type PairDescriptionView = {
  readonly id: PairId
  readonly name: string
  readonly symbol: string
  readonly description: string
  readonly website: string | null
  readonly explorer: string | null
  readonly socials: readonly { readonly type: 'twitter' | 'telegram' | 'reddit'; readonly url: string }[]
  readonly market_cap: string | null
  readonly circulating_supply: string | null
  readonly max_supply: string | null
  readonly all_time_high: string | null
  readonly risk_level: 'medium' | 'high'
  readonly is_favorite: boolean
}

/** Closing prices at equal intervals, oldest first; the last one is the current price. `time` in seconds since 1970. */
export type PriceHistoryView = {
  readonly period: Period
  /** Signed; null before the first trade. */
  readonly change_percent: string | null
  readonly price_history: readonly { readonly time: number; readonly price: string }[]
}

/** Currencies by their ISO 4217 code. */
export type FiatNames = { readonly rate_names: readonly string[] }

/** The price of one USDT in each currency, as of `updated_at`. For display only. */
export type FiatRatesView = {
  readonly fiat_rates: Readonly<Record<string, string>>
  readonly updated_at: string
}

/** `[price, amount, total]`, best first. */
export type BookRow = readonly [price: string, amount: string, total: string]

export type OrderBookView = {
  readonly buy: readonly BookRow[]
  readonly sell: readonly BookRow[]
  /** Number of open orders per side, whole book. */
  readonly buy_orders: number
  readonly sell_orders: number
  /** Share of the displayed notional in percent, two decimals; null for an empty book. */
  readonly buy_ratio: string | null
  readonly sell_ratio: string | null
}

/** `time` is the start of the candle in seconds since 1970. */
export type CandleView = {
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  /** In the base currency. */
  readonly volume: string
}

/** `side` is the taker's; `time` in milliseconds since 1970. */
export type TradeView = {
  readonly id: number
  readonly price: string
  readonly volume: string
  readonly side: Side
  readonly time: number
}
