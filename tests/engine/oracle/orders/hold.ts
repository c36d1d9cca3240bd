/** An open order holds the most it can cost. Fees are taken from what it receives, so they need no hold. */

import { assertNever } from '../../../../src/contract/assert-never.ts'
import type { CurrencyId, UserId } from '../../../../src/contract/ids.ts'
import { cost, type Pair, quantityUnits } from '../../../../src/contract/markets/instruments.ts'
import type { Side } from '../../../../src/contract/markets/side.ts'
import { type Lots, type Units, ZERO } from '../../../../src/contract/money.ts'
import type { OrderTerms } from '../../../../src/contract/orders/order-terms.ts'
import { move, type Posting } from '../../../../src/engine/postings.ts'
import { leftOf, type Order } from '../orderbook/order.ts'

/** The currency that an order spends. */
export const spends = (pair: Pair, side: Side): CurrencyId => (side === 'buy' ? pair.quote.id : pair.base.id)

/** Whether its trades are paid from its hold. If not, they are paid from the free balance. */
export function spendsHold(terms: OrderTerms): boolean {
  switch (terms.type) {
    case 'limit':
      return true
    case 'market':
      return false
    default:
      return assertNever(terms)
  }
}

/** Zero for a market order: it closes within its own command. */
export function holdOf(pair: Pair, side: Side, terms: OrderTerms, quantity: Lots): Units {
  switch (terms.type) {
    case 'limit':
      return side === 'buy' ? cost(pair, terms.price, quantity) : quantityUnits(pair, quantity)
    case 'market':
      return ZERO
    default:
      return assertNever(terms)
  }
}

export function hold(pair: Pair, user: UserId, side: Side, amount: Units): readonly Posting[] {
  if (amount === 0n) return NO_POSTINGS
  return move(spends(pair, side), amount, { owner: user, part: 'free' }, { owner: user, part: 'held' })
}

/** Returns what is left of an order's hold to its owner. */
export function release(pair: Pair, order: Order): readonly Posting[] {
  const amount = holdOf(pair, order.side, order.terms, leftOf(order))
  if (amount === 0n) return NO_POSTINGS
  const { user } = order
  return move(spends(pair, order.side), amount, { owner: user, part: 'held' }, { owner: user, part: 'free' })
}

const NO_POSTINGS: readonly Posting[] = []
