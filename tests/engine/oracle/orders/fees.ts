/**
 * Fees are taken from what an order receives. They are cumulative per order, so that a hundred small fills cost as much
 * as one large fill, and rounded up once over the whole, to the smallest amount of the currency: never in the user's favour.
 */

import { type Pair, quantityUnits, smallestOf } from '../../../../src/contract/markets/instruments.ts'
import { type Lots, shareRoundedUp, type Units } from '../../../../src/contract/money.ts'
import type { Order } from '../orderbook/order.ts'

/** The fee that a fill of `quantity` for `total` adds to an order, in units of the currency it receives. */
export function feeOf(pair: Pair, order: Order, quantity: Lots, total: Units): Units {
  const isMaker = order.level !== undefined
  const received =
    order.side === 'buy'
      ? quantityUnits(pair, (order.filled + quantity - order.takenFilled) as Lots)
      : ((order.filledTotal + total - order.takenTotal) as Units)
  const currency = order.side === 'buy' ? pair.base : pair.quote
  const due = shareRoundedUp(received, isMaker ? order.makerFee : order.takerFee, smallestOf(currency))
  return (due - (order.fee - order.takenFee)) as Units
}
