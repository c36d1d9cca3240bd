/** Names of coins as users see them. Symbols never change. */

/** The coin of TON was renamed from Toncoin to Gram in 2026, one to one. Undefined: the name in the catalogue. */
const TON_NAME: string | undefined = undefined

export const shownCoinName = ({ symbol, name }: { readonly symbol: string; readonly name: string }): string =>
  symbol === 'TON' ? (TON_NAME ?? name) : name
