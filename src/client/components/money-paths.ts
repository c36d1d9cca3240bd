/** Addresses of the convert sheet and the history, for links. */

type Coins = { readonly from?: string; readonly to?: string }

/** `from` and `to` are symbols. */
export const convertPath = (coins: Coins = {}): string =>
  ['/wallet?convert', ...Object.entries(coins).map(([side, symbol]) => `${side}=${encodeURIComponent(symbol)}`)].join(
    '&',
  )

/** Starts with the conversions: deposits do not exist yet. `currency` is the id of a coin. */
export const historyPath = (currency?: number): string =>
  `/history?type=convert${currency === undefined ? '' : `&currency=${currency}`}`
