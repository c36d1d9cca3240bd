/** Formats prices and amounts of a pair with as many decimals as its tick and lot have. */

import { lotText, type Pair, priceText, tickText } from '../../contract/markets/instruments.ts'
import { formatUnits, type Ticks, type Units } from '../../contract/money.ts'
import { compact, decimalsOf, grouped, withDecimals } from './numbers.ts'

export const priceDecimals = (pair: Pair): number => decimalsOf(tickText(pair))
export const amountDecimals = (pair: Pair): number => decimalsOf(lotText(pair))

/** A decimal string from the API with the pair's decimals, ungrouped. */
export const plainPrice = (pair: Pair, text: string): string => withDecimals(text, priceDecimals(pair))
export const plainTicks = (pair: Pair, price: Ticks): string => plainPrice(pair, priceText(pair, price))
export const formatPrice = (pair: Pair, text: string): string => grouped(plainPrice(pair, text))

export const plainAmount = (pair: Pair, text: string): string => withDecimals(text, amountDecimals(pair))
export const formatAmount = (pair: Pair, text: string): string => grouped(plainAmount(pair, text))

/** Two decimals, truncated; all decimals when two would show 0.00. */
export function formatMoney(text: string): string {
  const cents = withDecimals(text, 2)
  return grouped(/^-?0\.00$/.test(cents) && /[1-9]/.test(text) ? text : cents)
}
export const formatUnitsMoney = (units: Units): string => formatMoney(formatUnits(units))
/** `18.42M USDT`; undefined before the first trade. */
export const formatTurnover = (pair: Pair, turnover: string | null): string | undefined =>
  turnover === null ? undefined : `${compact(turnover)} ${pair.quote.symbol}`
/** All decimals, never rounded: for fees and received amounts. */
export const formatUnitsExact = (units: Units): string => grouped(formatUnits(units))
