/** What an order has moved in the balances. Pure. */

import type { Pair } from '../../../contract/markets/instruments.ts'
import { minus, type Units } from '../../../contract/money.ts'
import type { OrderView } from '../../../contract/orders/views.ts'
import { unitsOf } from '../portfolio/balances.ts'

/** The filled amounts of both currencies. The fee is already taken from the one that is received. */
export function netAmounts(pair: Pair, order: OrderView): { readonly base: Units; readonly quote: Units } {
  const net = (amount: string, symbol: string): Units =>
    order.fee_currency === symbol ? minus(unitsOf(amount), unitsOf(order.fee)) : unitsOf(amount)
  return { base: net(order.filled_volume, pair.base.symbol), quote: net(order.filled_total, pair.quote.symbol) }
}
