/** Balances and valuations on the wire. Amounts are decimal strings. */

import type { CurrencyId } from '../ids.ts'
import type { Period } from '../markets/timeframes.ts'
import type { CurrencyView } from '../markets/views.ts'

/**
 * `balance` is available; `frozen_balance` is held for open orders. `pnl` is unrealized, in USDT, based on the average
 * purchase price; null when no pair prices the currency in USDT.
 */
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
 * In USDT. Changes include price moves and fees, not deposits and withdrawals; percentages are relative to the starting
 * balance plus deposits since.
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
  /** Deposits minus withdrawals in the period, at the prices of their time. */
  readonly net_deposits: string
  /** Oldest first, `time` in seconds since 1970; starts with the first balance. */
  readonly balance_history: readonly { readonly time: number; readonly balance: string }[]
  /** The sequence number this is based on, and the hash of all balances. */
  readonly seq: number
  readonly hash: string
}
