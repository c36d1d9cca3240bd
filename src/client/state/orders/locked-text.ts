/** What open orders hold. Pure. */

import { formatUnits, minus, plus, type Units, ZERO } from '../../../contract/money.ts'
import type { OrderView } from '../../../contract/orders/views.ts'
import { formatCurrencyAmount } from '../portfolio/asset-text.ts'
import { unitsOf } from '../portfolio/balances.ts'

const ONE = unitsOf('1')

/** At the prices of the orders, by the quote currency: `610.00 USDT`. */
export function lockedText(orders: readonly OrderView[]): string {
  const sums = new Map<string, Units>()
  for (const { pair_symbol, price, volume, filled_volume } of orders) {
    const quote = pair_symbol.split('/')[1] ?? ''
    const left = minus(unitsOf(volume ?? '0'), unitsOf(filled_volume))
    const value = ((unitsOf(price ?? '0') * left) / ONE) as Units
    sums.set(quote, plus(sums.get(quote) ?? ZERO, value))
  }
  return [...sums].map(([quote, value]) => `${formatCurrencyAmount(quote, formatUnits(value))} ${quote}`).join(', ')
}
