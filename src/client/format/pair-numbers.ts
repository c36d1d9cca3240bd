/** A pair's own prices and amounts in words: as many decimals as its tick and its lot have. */

import { lotText, type Pair, priceText, quantityText, tickText } from '../../contract/catalogue.ts'
import { formatUnits, type Lots, type Ticks, type Units } from '../../contract/money.ts'
import { compact, decimalsOf, grouped, withDecimals } from './numbers.ts'

export const priceDecimals = (pair: Pair): number => decimalsOf(tickText(pair))
export const amountDecimals = (pair: Pair): number => decimalsOf(lotText(pair))

/** A wire price with the pair's decimals, ungrouped. */
export const pricePlain = (pair: Pair, text: string): string => withDecimals(text, priceDecimals(pair))
export const ticksPlain = (pair: Pair, price: Ticks): string => pricePlain(pair, priceText(pair, price))
export const priceWords = (pair: Pair, text: string): string => grouped(pricePlain(pair, text))

export const amountPlain = (pair: Pair, text: string): string => withDecimals(text, amountDecimals(pair))
export const lotsPlain = (pair: Pair, quantity: Lots): string => amountPlain(pair, quantityText(pair, quantity))
export const amountWords = (pair: Pair, text: string): string => grouped(amountPlain(pair, text))

/** Two decimals of the quote currency, more when there would be nothing to see. Cut down. */
export function moneyWords(text: string): string {
  const cents = withDecimals(text, 2)
  return grouped(/^-?0\.00$/.test(cents) && /[1-9]/.test(text) ? text : cents)
}
export const unitsMoney = (units: Units): string => moneyWords(formatUnits(units))
/** `18.42M USDT`; undefined before the first trade. */
export const turnoverWords = (pair: Pair, turnover: string | null): string | undefined =>
  turnover === null ? undefined : `${compact(turnover)} ${pair.quote.symbol}`
/** Fees and what is received: all that is there, never rounded. */
export const unitsExact = (units: Units): string => grouped(formatUnits(units))
