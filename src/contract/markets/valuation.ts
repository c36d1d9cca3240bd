/** Values amounts in one currency at the last prices. */

import type { CurrencyId } from '../ids.ts'
import { PRICE_DECIMALS, type Ticks, type Units } from '../money.ts'
import type { Pair } from './instruments.ts'

/** The currency of all valuations. */
export const VALUATION_CURRENCY = 'USDT'
/** Its id on every exchange, so that it has its value before any pair is listed. */
export const USDT_ID = 1 as CurrencyId

export type Quote = { readonly pair: Pair; readonly lastPrice: Ticks }

/** In units of `VALUATION_CURRENCY` at the last prices, rounded down; undefined when no pair prices the currency. */
export function valuation(quotes: Iterable<Quote>, currency: CurrencyId, amount: Units): Units | undefined {
  if (currency === USDT_ID) return amount
  for (const { pair, lastPrice } of quotes) {
    if (pair.quote.id === USDT_ID && pair.base.id === currency)
      return ((amount * BigInt(lastPrice) * pair.tick) / VALUE_SCALE) as Units
  }
  return undefined
}

/** A price in ticks × the tick of its pair is in this part of the quote currency. */
export const VALUE_SCALE = 10n ** BigInt(PRICE_DECIMALS)
