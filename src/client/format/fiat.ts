/** USDT amounts in a fiat currency, for display only: truncated, never rounded, never a float. */

import { formatDecimal, PRICE_DECIMALS, UNIT_DECIMALS, type Units } from '../../contract/money.ts'
import { grouped, withDecimals } from './numbers.ts'

/** `rate`: price of one USDT in 10⁻¹⁰ of the currency. */
export type FiatRate = { readonly code: string; readonly rate: bigint }

/** Minimum number of significant digits of a price. */
const PRICE_DIGITS = 4

/** `€9,428.94`, with the decimals of the currency. */
export function fiatMoney(fiat: FiatRate, units: Units): string {
  const text = formatDecimal(units * fiat.rate, UNIT_DECIMALS + PRICE_DECIMALS)
  return fiatSign(fiat.code) + grouped(withDecimals(text, fiatDecimals(fiat.code)))
}

/** A price without the currency sign, with at least four significant digits. */
export function fiatPrice(fiat: FiatRate, price: bigint): string {
  const text = formatDecimal(price * fiat.rate, 2 * PRICE_DECIMALS)
  const [whole = '0', fraction = ''] = text.split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const wanted = whole === '0' ? zeros + PRICE_DIGITS : PRICE_DIGITS - whole.length
  return grouped(withDecimals(text, Math.max(wanted, fiatDecimals(fiat.code))))
}

/** `€`, `CA$`, `₽`; the code and a space where the sign is a word or shared with another currency. */
export function fiatSign(code: string): string {
  const [plain, narrow] = [symbolFor(code, 'symbol'), symbolFor(code, 'narrowSymbol')]
  if (plain !== code) return plain
  return /^[^\p{L}$£¥]$/u.test(narrow) ? narrow : `${code} `
}

/** `Euro`. */
export const fiatName = (code: string): string => names.of(code) ?? code

const names = new Intl.DisplayNames('en', { type: 'currency' })

function numberFormatFor(code: string, currencyDisplay: 'symbol' | 'narrowSymbol') {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay })
}

const symbolFor = (code: string, display: 'symbol' | 'narrowSymbol'): string =>
  numberFormatFor(code, display)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code

const fiatDecimals = (code: string): number =>
  numberFormatFor(code, 'symbol').resolvedOptions().maximumFractionDigits ?? 2
