/** Finds coins by symbol and name. */

/** The coin of TON was renamed in 2026, one to one: both names find it. */
const OTHER_NAMES: Readonly<Record<string, string>> = { TON: 'TONCOIN GRAM' }

type Coin = { readonly symbol: string; readonly name: string }

/** Whether the coin, or a pair with this symbol, matches what was typed. An empty search matches everything. */
export const matchesCoin = ({ symbol, name }: Coin, search: string, pair = ''): boolean =>
  `${pair} ${symbol} ${name} ${OTHER_NAMES[symbol] ?? ''}`.toUpperCase().includes(search.trim().toUpperCase())
