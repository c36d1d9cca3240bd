/** The terms of an order as flags, a price, a quantity and a slippage. */

import { assertNever } from '../../contract/assert-never.ts'
import { type Pair, smallestOf } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Lots, Ticks, Units } from '../../contract/money.ts'
import type { OrderTerms, TimeInForce } from '../../contract/orders/order-terms.ts'
import { wholeOf } from './amounts.ts'

export const SELL = 1
/** Takes what is there, without a limit price and without a hold. */
export const MARKET = 2
export const BY_TOTAL = 4
export const POST_ONLY = 8
export const IOC = 16
export const FOK = 32

export const sideOf = (flags: number): Side => ((flags & SELL) === 0 ? 'buy' : 'sell')

function timeFlag(timeInForce: TimeInForce): number {
  switch (timeInForce) {
    case 'GTC':
      return 0
    case 'IOC':
      return IOC
    case 'FOK':
      return FOK
    default:
      return assertNever(timeInForce)
  }
}

export function flagsOf(side: Side, terms: OrderTerms): number {
  const sell = side === 'sell' ? SELL : 0
  switch (terms.type) {
    case 'limit':
      return sell | timeFlag(terms.timeInForce) | (terms.postOnly ? POST_ONLY : 0)
    case 'market':
      return sell | MARKET | (terms.by === 'total' ? BY_TOTAL : 0)
    default:
      return assertNever(terms)
  }
}

/** What an amount in the smallest amounts of its currency is in units. */
export function unitsOf(currency: Pair['base'], amount: number): Units {
  const smallest = smallestOf(currency)
  return (smallest === 1n ? wholeOf(amount) : wholeOf(amount) * smallest) as Units
}

/** `price`: the limit, or the total in the smallest amount of the quote currency. */
export function termsIn(pair: Pair, flags: number, price: number, quantity: number, slippage: number): OrderTerms {
  if ((flags & MARKET) === 0) {
    const timeInForce = (flags & IOC) !== 0 ? 'IOC' : (flags & FOK) !== 0 ? 'FOK' : 'GTC'
    const postOnly = (flags & POST_ONLY) !== 0
    return { type: 'limit', price: price as Ticks, quantity: quantity as Lots, timeInForce, postOnly }
  }
  return (flags & BY_TOTAL) !== 0
    ? { type: 'market', by: 'total', total: unitsOf(pair.quote, price), slippage }
    : { type: 'market', by: 'quantity', quantity: quantity as Lots, slippage }
}
