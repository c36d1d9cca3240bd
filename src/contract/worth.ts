/** What things are worth to somebody who counts in one currency. */

import type { Pair } from './catalogue.ts'
import type { CurrencyId } from './ids.ts'
import { PRICE_DECIMALS, type Ticks, type Units } from './money.ts'

/** The currency that everything is valued in. */
export const MEASURE = 'USDT'

export type Quote = { readonly pair: Pair; readonly lastPrice: Ticks }

/** In units of `MEASURE` at the last prices, rounded down; undefined where no pair measures the currency. */
export function worth(quotes: Iterable<Quote>, currency: CurrencyId, amount: Units): Units | undefined {
  for (const { pair, lastPrice } of quotes) {
    if (pair.quote.symbol !== MEASURE) continue
    if (pair.quote.id === currency) return amount
    if (pair.base.id === currency) return (amount * BigInt(lastPrice) * pair.tick) / SCALE
  }
  return undefined
}

const SCALE = 10n ** BigInt(PRICE_DECIMALS)
