/** Addresses of the sheets of the wallet and of the history, for links. */

import type { HistoryType } from '../../contract/transactions/views.ts'

type Coins = { readonly from?: string; readonly to?: string }

/** `from` and `to` are symbols. */
export const convertPath = (coins: Coins = {}): string =>
  ['/wallet?convert', ...Object.entries(coins).map(([side, symbol]) => `${side}=${encodeURIComponent(symbol)}`)].join(
    '&',
  )

const coinPath = (sheet: string, symbol: string | undefined): string =>
  symbol === undefined ? `/wallet?${sheet}` : `/wallet?${sheet}&currency=${encodeURIComponent(symbol)}`

/** Without a symbol the sheet starts with the list of coins. */
export const depositPath = (symbol?: string): string => coinPath('deposit', symbol)
export const withdrawPath = (symbol?: string): string => coinPath('withdraw', symbol)

export const playWalletPath = '/wallet?play-wallet'

/** `currency` is the id of a coin. */
export const historyPath = (type: HistoryType = 'all', currency?: number): string =>
  `/history?type=${type}${currency === undefined ? '' : `&currency=${currency}`}`
