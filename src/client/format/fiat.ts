/** Amounts of USDT in other money. For show: cut down, never rounded, and never a float. */

import { formatDecimal, PRICE_DECIMALS, UNIT_DECIMALS, type Units } from '../../contract/money.ts'
import { grouped, withDecimals } from './numbers.ts'

/** `rate` is what one USDT is worth, in 10⁻¹⁰ of the currency. */
export type FiatRate = { readonly code: string; readonly rate: bigint }

/** At least so many digits of a price count. */
const PRICE_DIGITS = 4

/** `€9,428.94`: as many decimals as the currency has. */
export function fiatMoney(fiat: FiatRate, units: Units): string {
  const text = formatDecimal(units * fiat.rate, UNIT_DECIMALS + PRICE_DECIMALS)
  return fiatSign(fiat.code) + grouped(withDecimals(text, fiatDecimals(fiat.code)))
}

/** The figure of a price without its sign: of a small one, as many decimals as four digits take. */
export function fiatPrice(fiat: FiatRate, price: bigint): string {
  const text = formatDecimal(price * fiat.rate, 2 * PRICE_DECIMALS)
  const [whole = '0', fraction = ''] = text.split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const wanted = whole === '0' ? zeros + PRICE_DIGITS : PRICE_DIGITS - whole.length
  return grouped(withDecimals(text, Math.max(wanted, fiatDecimals(fiat.code))))
}

/** `€`, `CA$`, `₽`; a code and a space where a sign would be a word, or somebody else's. */
export function fiatSign(code: string): string {
  const [plain, narrow] = [signIn(code, 'symbol'), signIn(code, 'narrowSymbol')]
  if (plain !== code) return plain
  return /^[^\p{L}$£¥]$/u.test(narrow) ? narrow : `${code} `
}

/** `Euro`. */
export const fiatName = (code: string): string => names.of(code) ?? code

const names = new Intl.DisplayNames('en', { type: 'currency' })

function formOf(code: string, currencyDisplay: 'symbol' | 'narrowSymbol') {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay })
}

const signIn = (code: string, display: 'symbol' | 'narrowSymbol'): string =>
  formOf(code, display)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code

const fiatDecimals = (code: string): number => formOf(code, 'symbol').resolvedOptions().maximumFractionDigits ?? 2
