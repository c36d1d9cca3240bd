/** The figures of a quote or a conversion as text. */

import type { ConvertCurrencyView, ConvertQuoteView, ConvertView } from '../../../contract/convert/views.ts'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { formatUnits, minus, type Units } from '../../../contract/money.ts'
import { grouped, withDecimals } from '../../format/numbers.ts'
import { unitsOf } from '../portfolio/balances.ts'

/** `1,234.5 USDT`, all decimals. */
export const amountText = (amount: string, symbol: string): string => `${grouped(amount)} ${symbol}`

/** Everything that is available, with the decimals of the coin. */
export const availableText = ({ balance, precision, symbol }: ConvertCurrencyView): string =>
  amountText(withDecimals(balance, precision), symbol)

/** The direction in which the rate is at least 1. */
export function rateText(rate: string, inverse: string | undefined, from: string, to: string): string {
  const isBelowOne = rate.startsWith('0.') || rate === '0'
  const [unit, other, value] = isBelowOne && inverse !== undefined ? [to, from, inverse] : [from, to, rate]
  return `1 ${unit} = ${grouped(shortRate(value, other))} ${other}`
}

/** The fee of a conversion in percent, before a quote names it. */
export const FEE_PERCENT = '0.5'

/** Both directions of the rate of a coin less the fee, as in a quote; undefined without a price. */
export function listedRates(rate: string): Pick<ConvertQuoteView, 'rate' | 'inverse_rate'> | undefined {
  const net = Number(rate) * (1 - Number(FEE_PERCENT) / 100)
  return net > 0 ? { rate: net.toFixed(8), inverse_rate: (1 / net).toFixed(8) } : undefined
}

const ONE = 100_000_000n

/** The amount of `from` for one `to`, by what was exchanged; undefined without amounts. */
export function inverseRate(fromAmount: string, toAmount: string): string | undefined {
  const [from, to] = [unitsOf(fromAmount), unitsOf(toAmount)]
  return to === 0n ? undefined : formatUnits(((from * ONE) / to) as Units)
}

/** Two decimals for money from 100, else six; all decimals of what is below 1. */
function shortRate(rate: string, symbol: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  if (whole === '0' || fraction === '') return rate
  const decimals = whole.length > 2 ? (symbol === VALUATION_CURRENCY ? 2 : 4) : 6
  return withDecimals(rate, Math.min(decimals, fraction.length))
}

/** Above this percentage the price impact is high. */
const HIGH_IMPACT = 1

export const isHighImpact = ({ price_impact_percent }: ConvertQuoteView): boolean =>
  Number(price_impact_percent) > HIGH_IMPACT

/** What stays in the balance, because the pair trades in steps; undefined if nothing. */
export function unspent({ from_amount }: Pick<ConvertQuoteView, 'from_amount'>, typed: string): string | undefined {
  const rest = minus(unitsOf(typed), unitsOf(from_amount))
  return rest > 0n ? formatUnits(rest) : undefined
}

/** The left-over between two trades; undefined if nothing. */
export const changeOf = ({ change }: ConvertView): string | undefined => (unitsOf(change) > 0n ? change : undefined)
