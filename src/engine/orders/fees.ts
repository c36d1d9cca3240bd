/**
 * Fees come from what an order receives, and are cumulative: a hundred small fills cost what one large fill costs.
 * Rounded up once over all of it, so never in the user's favour.
 */

import { type Pair, quantityUnits } from '../../contract/catalogue.ts'
import { type Lots, shareRoundedUp, type Units } from '../../contract/money.ts'
import type { Order } from './order.ts'

/** What a fill of `quantity` for `total` adds to the order's fee, in units of what it receives. */
export function feeOf(pair: Pair, order: Order, quantity: Lots, total: Units): Units {
  const isMaker = order.level !== undefined
  const received =
    order.side === 'buy'
      ? quantityUnits(pair, (order.filled + quantity - order.takenFilled) as Lots)
      : order.filledTotal + total - order.takenTotal
  const due = shareRoundedUp(received, isMaker ? order.makerFee : order.takerFee)
  return due - (order.fee - order.takenFee)
}
