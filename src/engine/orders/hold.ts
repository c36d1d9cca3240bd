/** What an open order sets aside: all it could cost. Fees come from what it receives, so they need no hold. */

import { cost, type Pair, quantityUnits } from '../../contract/catalogue.ts'
import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { Lots, Units } from '../../contract/money.ts'
import type { OrderTerms, Side } from '../../contract/order-rules.ts'
import { move, type Posting } from '../ledger/ledger.ts'
import { leftOf, type Order } from './order.ts'

export const spends = (pair: Pair, side: Side): CurrencyId => (side === 'buy' ? pair.quote.id : pair.base.id)

/** Only limit orders hold: a market order is over before anything else happens. */
export function holdOf(pair: Pair, side: Side, terms: OrderTerms, quantity: Lots): Units {
  if (terms.type === 'market') return 0n
  return side === 'buy' ? cost(pair, terms.price, quantity) : quantityUnits(pair, quantity)
}

export function hold(pair: Pair, user: UserId, side: Side, amount: Units): readonly Posting[] {
  if (amount === 0n) return NOTHING
  return move(spends(pair, side), amount, { owner: user, part: 'free' }, { owner: user, part: 'held' })
}

/** What is left of an order's hold goes back to its owner. */
export function release(pair: Pair, order: Order): readonly Posting[] {
  const amount = holdOf(pair, order.side, order.terms, leftOf(order))
  if (amount === 0n) return NOTHING
  const { user } = order
  return move(spends(pair, order.side), amount, { owner: user, part: 'held' }, { owner: user, part: 'free' })
}

const NOTHING: readonly Posting[] = []
