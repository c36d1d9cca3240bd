/** What is shown and asked on the wire, over HTTP and the socket alike. Amounts and prices are decimal strings. */

import type { LocksView } from './account-views.ts'
import type { CurrencyId, PairId } from './ids.ts'
import type { Side, TimeInForce } from './order-rules.ts'
import type { Period } from './timeframes.ts'

export type CurrencyView = {
  readonly id: CurrencyId
  readonly symbol: string
  readonly name: string
  readonly icon_url: string
}

/** Figures that need history are null until there is any. */
export type PairView = {
  readonly id: PairId
  readonly base_currency_symbol: string
  readonly base_currency_icon: string
  readonly price: string
  readonly percent_change_24h: string | null
  readonly changes: readonly string[]
}

/** What kind of coin the base currency is. */
export type PairTag = 'layer_1' | 'payments' | 'meme' | 'game'

export type FullPairView = PairView & {
  readonly symbol: string
  /** In the base and in the quote currency, over the last 24 hours. */
  readonly volume_24h: string | null
  readonly turnover_24h: string | null
  readonly high_24h: string | null
  readonly low_24h: string | null
  readonly quote_currency_symbol: string
  readonly base_currency: CurrencyView
  readonly quote_currency: CurrencyView
  readonly status: 'trading' | 'cancel_only' | 'halted'
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
  /** When it was listed here; null when that is not known any more. */
  readonly listed_at: string | null
}

/** The base currency of a pair. Null is what nobody here knows, or what has no bound. */
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

/**
 * `balance` is what may be used; `frozen_balance` is set aside for open orders. `pnl` is unrealised, in USDT, by the
 * average price paid; null where no pair gives the currency a price in USDT.
 */
/** Closing prices over the period, evenly apart, oldest first; the last is of now. `time` in seconds since 1970. */
export type PriceHistoryView = {
  readonly period: Period
  /** With its sign; null before the first trade. */
  readonly change_percent: string | null
  readonly price_history: readonly { readonly time: number; readonly price: string }[]
}

export type AssetView = {
  readonly currency: CurrencyView
  readonly balance: string
  readonly frozen_balance: string
  readonly usdt_total: string
  readonly pnl: string | null
  readonly pnl_percent: string | null
  readonly avg_price: string | null
}

export type BalanceChangeView = {
  readonly currency_id: CurrencyId
  readonly balance: string
  readonly frozen_balance: string
  readonly usdt_total: string
  readonly pnl: string | null
  readonly pnl_percent: string | null
  readonly avg_price: string | null
}

/**
 * In USDT. A change counts what prices and fees did, and nothing that came from outside or left; its percentage is of
 * what was there before, with what came since.
 */
export type CurrentBalanceView = {
  readonly balance: string
  readonly change_24h_balance: string
  readonly change_24h_percent: string
}

export type FullBalanceView = CurrentBalanceView & {
  readonly period: Period
  readonly change_balance: string
  readonly change_percent: string
  /** What came from outside within the period less what left, at the prices of the time. */
  readonly net_deposits: string
  /** Oldest first, `time` in seconds since 1970; nothing from before there was anything. */
  readonly balance_history: readonly { readonly time: number; readonly balance: string }[]
  /** As of this command, with the hash of all balances. */
  readonly seq: number
  readonly hash: string
}

/** Currencies by their ISO 4217 code. */
export type FiatNames = { readonly rate_names: readonly string[] }

/** How much of each is one USDT, as of `updated_at`. For show only. */
export type FiatRatesView = {
  readonly fiat_rates: Readonly<Record<string, string>>
  readonly updated_at: string
}

export type OrderStatus = 'open' | 'partially_filled' | 'filled' | 'cancelled' | 'expired'

export type OrderView = {
  readonly uuid: string
  readonly user_id: string
  readonly client_order_id: string | null
  readonly pair_id: PairId
  readonly pair_symbol: string
  readonly side: Side
  readonly type: 'limit' | 'market'
  /** null for a market order. */
  readonly price: string | null
  /** null for a market order by total. */
  readonly volume: string | null
  /** What was asked for in the quote currency; null for a market order by volume. */
  readonly total: string | null
  readonly filled_volume: string
  readonly filled_total: string
  /** Filled total by filled volume, rounded down to 10 decimals; null before the first fill. */
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
  readonly trade_id: number
  readonly price: string
  readonly volume: string
  readonly fee: string
  readonly fee_currency: string
  readonly role: 'maker' | 'taker'
}

/** A user's own part in a trade; nothing of the other party. `time` in milliseconds since 1970. */
export type UserTradeView = FillView & {
  readonly order_uuid: string
  readonly pair_id: PairId
  readonly pair_symbol: string
  readonly side: Side
  readonly total: string
  readonly time: number
}

/** `[price, amount, total]`, best first. */
export type BookRow = readonly [price: string, amount: string, total: string]

export type OrderBookView = {
  readonly buy: readonly BookRow[]
  readonly sell: readonly BookRow[]
  /** Open orders on a side, over all of the book. */
  readonly buy_orders: number
  readonly sell_orders: number
  /** Percent of the notional shown, two decimals; null for an empty book. */
  readonly buy_ratio: string | null
  readonly sell_ratio: string | null
}

/** What happened from `time`, in seconds since 1970, for as long as the timeframe says. */
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

export type PlaceOrderBody = {
  readonly client_order_id: string
  readonly pair_id: PairId
  readonly side: Side
  readonly type: 'limit' | 'market'
  readonly price?: string | undefined
  readonly volume?: string | undefined
  readonly total?: string | undefined
  readonly max_slippage?: string | undefined
  readonly time_in_force?: TimeInForce | undefined
  readonly post_only?: boolean | undefined
}

export type OrdersPage = { readonly orders: readonly OrderView[]; readonly next: boolean }
export type FillsPage = { readonly fills: readonly UserTradeView[]; readonly next: boolean }

export type RegistrationBody = {
  readonly email: string
  readonly password: string
  readonly referrer_uid?: number | string | null | undefined
}
/** Without `code`, where one is needed, the answer is `2FA_REQUIRED`. */
export type LoginBody = { readonly email: string; readonly password: string; readonly code?: string | undefined }
/** `init_data` is the signed text that Telegram hands to a mini-app, as it came. */
export type StartAppBody = {
  readonly init_data?: string | null | undefined
  readonly referrer_uid?: number | string | null | undefined
  readonly lang_code?: string | null | undefined
  readonly platform?: string | null | undefined
}
/** What the login widget of Telegram calls back with; every field of it is signed. */
export type TelegramWidgetBody = {
  readonly raw_callback_data: Readonly<Record<string, string | number>>
  readonly referrer_uid?: number | string | null | undefined
}
export type RefreshBody = { readonly refresh_token: string }
export type Tokens = { readonly access: string; readonly refresh: string }
export type RefreshedTokens = { readonly access_token: string; readonly refresh_token: string }
export type SocketTicket = { readonly ticket: string }

export type ProfileView = LocksView & {
  readonly uuid: string
  readonly email: string | null
  readonly referral_code: string
  readonly is_verified: boolean
  readonly lang_code: string
  readonly xp_balance: number
  readonly last_run: string | null
  readonly created_at: string
  readonly play_money: boolean
}

/** The tokens come with a sign-in; whoever was signed in already gets the profile only. */
export type StartAppView = ProfileView & { readonly access?: string; readonly refresh?: string }

/** `detail` is words for a person, or one entry a field. A `ticket` comes with `2FA_REQUIRED`. */
export type ErrorBody = {
  readonly detail: string | readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[]
  readonly code?: string
  readonly params?: Readonly<Record<string, string>>
  readonly ticket?: string
}

export type HealthView = {
  readonly status: 'ok' | 'starting' | 'unavailable' | 'stopping'
  readonly mode: 'play' | 'live'
  readonly name: string
  readonly seq: number
  readonly projection_lag: number
  readonly detail?: string
}
