/** What an order asks for, in ticks, lots and units. */

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
