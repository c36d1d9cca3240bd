/** What an order asks for, as numbers and as flags of the record that they belong to. */

import type { Lots, Ppm, Ticks, Units } from '../../contract/money.ts'
import type { OrderTerms, TimeInForce } from '../../contract/orders/order-terms.ts'
import { expectDefined } from '../../engine/assert.ts'
import { fitsAmount, putAmount, putNumber, type Slots, takeAmount, takeNumber } from './slots.ts'

/** Flags that records of orders share; those of the terms are the other ones. */
export const [SELL, CLIENT_ID] = [1, 16] as const
const [MARKET, BY_TOTAL, POST_ONLY] = [2, 4, 8] as const
const TIME_IN_FORCE_SHIFT = 5
const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK']

/** Whether they can be written as numbers. */
export const fitTerms = (terms: OrderTerms): boolean => !('total' in terms) || fitsAmount(terms.total)

/** At most three slots, which are reserved; the flags. */
export function putTerms(to: Slots, terms: OrderTerms): number {
  if (terms.type === 'limit') {
    putNumber(to, terms.price)
    putNumber(to, terms.quantity)
    return (TIMES_IN_FORCE.indexOf(terms.timeInForce) << TIME_IN_FORCE_SHIFT) | (terms.postOnly ? POST_ONLY : 0)
  }
  putNumber(to, terms.slippage)
  if (terms.by === 'quantity') {
    putNumber(to, terms.quantity)
    return MARKET
  }
  putAmount(to, terms.total)
  return MARKET | BY_TOTAL
}

export function takeTerms(from: Slots, flags: number): OrderTerms {
  if ((flags & MARKET) === 0) {
    const [price, quantity] = [takeNumber(from) as Ticks, takeNumber(from) as Lots]
    const timeInForce = expectDefined(TIMES_IN_FORCE[(flags >> TIME_IN_FORCE_SHIFT) & 3], 'a time in force is known')
    return { type: 'limit', price, quantity, timeInForce, postOnly: (flags & POST_ONLY) !== 0 }
  }
  const slippage = takeNumber(from) as Ppm
  if ((flags & BY_TOTAL) === 0) return { type: 'market', by: 'quantity', quantity: takeNumber(from) as Lots, slippage }
  return { type: 'market', by: 'total', total: takeAmount(from) as Units, slippage }
}
