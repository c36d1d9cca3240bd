/** What an order asks for, in ticks, lots and units. */

import { assertNever } from '../assert-never.ts'
import type { Lots, Ppm, Ticks, Units } from '../money.ts'

export type TimeInForce = 'GTC' | 'IOC' | 'FOK'

/** A market order has either a quantity or a total in the quote currency. */
export type OrderTerms =
  | {
      readonly type: 'limit'
      readonly price: Ticks
      readonly quantity: Lots
      readonly timeInForce: TimeInForce
      readonly postOnly: boolean
    }
  | { readonly type: 'market'; readonly by: 'quantity'; readonly quantity: Lots; readonly slippage: Ppm }
  | { readonly type: 'market'; readonly by: 'total'; readonly total: Units; readonly slippage: Ppm }

/** The price that the order is limited to; undefined: it takes the best price at its time. */
export function limitPrice(terms: OrderTerms): Ticks | undefined {
  switch (terms.type) {
    case 'limit':
      return terms.price
    case 'market':
      return undefined
    default:
      return assertNever(terms)
  }
}

/** A market order takes what is there. */
export function timeInForceOf(terms: OrderTerms): TimeInForce {
  switch (terms.type) {
    case 'limit':
      return terms.timeInForce
    case 'market':
      return 'IOC'
    default:
      return assertNever(terms)
  }
}

/** The order is refused if it would take from the book. */
export function isPostOnly(terms: OrderTerms): boolean {
  switch (terms.type) {
    case 'limit':
      return terms.postOnly
    case 'market':
      return false
    default:
      return assertNever(terms)
  }
}

/** Undefined if the order asks for a total. */
export const quantityOf = (terms: OrderTerms): Lots | undefined => ('quantity' in terms ? terms.quantity : undefined)

/** Undefined if the order asks for a quantity. */
export const totalOf = (terms: OrderTerms): Units | undefined => ('total' in terms ? terms.total : undefined)
