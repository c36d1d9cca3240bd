/** How busy and how restless the demo market of a coin is, in proportion to real ones. */

import type { Pair } from '../../contract/markets/instruments.ts'

const DAY_SECONDS = 86_400

/** `turnover`: millions of the quote currency a day. `volatility`: relative to the base volatility of the reference price. */
type Character = { readonly turnover: number; readonly volatility: number }

const CHARACTERS: Readonly<Record<string, Character>> = {
  BTC: { turnover: 60, volatility: 0.6 },
  ETH: { turnover: 36, volatility: 0.85 },
  SOL: { turnover: 21, volatility: 1.2 },
  XRP: { turnover: 14, volatility: 0.95 },
  DOGE: { turnover: 9, volatility: 1.7 },
  TON: { turnover: 7, volatility: 1.1 },
  PEPE: { turnover: 5, volatility: 2.5 },
  SHIB: { turnover: 3, volatility: 2 },
  NOT: { turnover: 2, volatility: 1.5 },
  DOGS: { turnover: 1.2, volatility: 2.2 },
}
const ORDINARY: Character = { turnover: 1, volatility: 1 }

const characterOf = ({ base }: Pair): Character => CHARACTERS[base.symbol] ?? ORDINARY

export const volatilityOf = (pair: Pair): number => characterOf(pair).volatility

/** The mean amount of a trade, in the quote currency, if one is made every so many seconds. */
export const meanTrade = (pair: Pair, seconds: number): number =>
  (characterOf(pair).turnover * 1_000_000 * seconds) / DAY_SECONDS
