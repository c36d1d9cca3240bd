/** The money in which amounts are also shown. Rates are asked for when something is first shown in them. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import { PRICE_DECIMALS, parseDecimal, type Units } from '../../contract/money.ts'
import { MEASURE } from '../../contract/worth.ts'
import { type FiatRate, fiatMoney, fiatPrice, fiatSign } from '../format/fiat.ts'
import { withDecimals } from '../format/numbers.ts'
import { askedAtom } from './asked.ts'
import { DOLLARS, selectedCurrencyAtom } from './preferences.ts'

const EVERY_MILLIS = 60_000

export const currenciesAtom = askedAtom((http) => http(api.fiatNames), EVERY_MILLIS)
export const ratesAtom = askedAtom((http) => http(api.fiatRates), EVERY_MILLIS)

export type Fiat = FiatRate & {
  /** When the rate was true; undefined for dollars, of which a USDT counts as one. */
  readonly updatedAt: string | undefined
  /** The chosen currency when nobody knows its rate: dollars stand in for it. */
  readonly missing: string | undefined
}

const dollars: Fiat = {
  code: DOLLARS,
  rate: 10n ** BigInt(PRICE_DECIMALS),
  updatedAt: undefined,
  missing: undefined,
}

/** Undefined while the rate is on its way. */
export const fiatAtom = atom((get): Fiat | undefined => {
  const code = get(selectedCurrencyAtom)
  const rates = get(ratesAtom)
  if (code === DOLLARS) return dollars
  if (rates.state === 'loading') return undefined
  const said = rates.state === 'ready' ? rates.value.fiat_rates[code] : undefined
  const rate = said === undefined ? undefined : parseDecimal(withDecimals(said, PRICE_DECIMALS), PRICE_DECIMALS)
  if (rates.state === 'failed' || !rate) return { ...dollars, missing: code }
  return { code, rate, updatedAt: rates.value.updated_at, missing: undefined }
})

/** USDT as `€9,428.94`; undefined while the rate is on its way. */
export const fiatWordsAtom = atom((get) => {
  const fiat = get(fiatAtom)
  return (units: Units): string | undefined => fiat && fiatMoney(fiat, units)
})

/** A price in USDT, its sign apart so that a small one can count its zeros. Undefined in any other quote. */
export const fiatPriceAtom = atom((get) => {
  const fiat = get(fiatAtom)
  return (quote: string, text: string): { readonly sign: string; readonly words: string } | undefined => {
    const price = parseDecimal(text, PRICE_DECIMALS)
    if (!fiat || quote !== MEASURE || price === undefined) return undefined
    return { sign: fiatSign(fiat.code), words: fiatPrice(fiat, price) }
  }
})
