/** Rates of the display currency, queried while an amount in it is on screen. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { PRICE_DECIMALS, parseDecimal, type Units } from '../../../contract/money.ts'
import { type FiatRate, fiatMoney, fiatPrice, fiatSign } from '../../format/fiat.ts'
import { withDecimals } from '../../format/numbers.ts'
import { DOLLARS, selectedCurrencyAtom } from '../app/preferences.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 60_000

export const currenciesAtom = queryAtom((http) => http(api.fiatNames), EVERY_MILLIS)
export const ratesAtom = queryAtom((http) => http(api.fiatRates), EVERY_MILLIS)

type Fiat = FiatRate & {
  /** Time of the rate; undefined for USD, where one USDT counts as one dollar. */
  readonly updatedAt: string | undefined
  /** The chosen currency when it has no rate: amounts are shown in USD. */
  readonly missingCode: string | undefined
}

const dollars: Fiat = {
  code: DOLLARS,
  rate: 10n ** BigInt(PRICE_DECIMALS),
  updatedAt: undefined,
  missingCode: undefined,
}

/** Undefined while the rates load. */
export const fiatAtom = atom((get): Fiat | undefined => {
  const code = get(selectedCurrencyAtom)
  if (code === DOLLARS) return dollars
  const rates = get(ratesAtom)
  if (rates.state === 'loading') return undefined
  const text = rates.state === 'ready' ? rates.value.fiat_rates[code] : undefined
  const rate = text === undefined ? undefined : parseDecimal(withDecimals(text, PRICE_DECIMALS), PRICE_DECIMALS)
  if (rates.state === 'failed' || !rate) return { ...dollars, missingCode: code }
  return { code, rate, updatedAt: rates.value.updated_at, missingCode: undefined }
})

/** One USDT counts as one dollar: an amount in dollars repeats the figure that it stands beside. */
export const isRepeated = (fiat: Fiat): boolean => fiat === dollars

const otherFiatAtom = atom((get) => {
  const fiat = get(fiatAtom)
  return fiat === undefined || isRepeated(fiat) ? undefined : fiat
})

/** Formats USDT as `€9,428.94`; undefined for dollars, and while the rates load. */
export const formatFiatAtom = atom((get) => {
  const fiat = get(otherFiatAtom)
  return (units: Units): string | undefined => fiat && fiatMoney(fiat, units)
})

/** A USDT price in the display currency, with a separate sign for `0.0₄1237`. Undefined for dollars and other quote currencies. */
export const fiatPriceAtom = atom((get) => {
  const fiat = get(otherFiatAtom)
  return (quote: string, text: string): { readonly sign: string; readonly text: string } | undefined => {
    const price = parseDecimal(text, PRICE_DECIMALS)
    if (!fiat || quote !== VALUATION_CURRENCY || price === undefined) return undefined
    return { sign: fiatSign(fiat.code), text: fiatPrice(fiat, price) }
  }
})
