/** Deposits of so little value that the history has one row for all of a coin and day: a sender may make thousands. */

import type { CurrencyId } from '../ids.ts'
import { type Quote, USDT_ID, VALUE_SCALE } from '../markets/valuation.ts'
import { type Units, ZERO } from '../money.ts'

/** In units of USDT: 0.01. */
const SMALL_VALUE = 1_000_000n

/**
 * Amounts below it, in units, are worth less than 0.01 USDT at the last prices. 0 for a coin without a price: of a deposit that
 * may be worth anything, each has its own row.
 */
export function smallLimit(quotes: Iterable<Quote>, currency: CurrencyId): Units {
  if (currency === USDT_ID) return SMALL_VALUE as Units
  for (const { pair, lastPrice } of quotes) {
    const price = BigInt(lastPrice) * pair.tick
    if (pair.quote.id === USDT_ID && pair.base.id === currency)
      return (price === 0n ? ZERO : (SMALL_VALUE * VALUE_SCALE + price - 1n) / price) as Units
  }
  return ZERO
}
