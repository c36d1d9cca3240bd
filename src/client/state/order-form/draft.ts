/** The contents of the order form. Editing is in `edit.ts`, which loads with the form. */

import type { Side } from '../../../contract/markets/side.ts'
import type { TimeInForce } from '../../../contract/orders/order-terms.ts'

export type Draft = {
  readonly side: Side
  readonly type: 'limit' | 'market'
  /** Field text, typed or derived. */
  readonly price: string
  readonly amount: string
  readonly total: string
  /** Which of the two was edited last; a market order uses this one. */
  readonly by: 'amount' | 'total'
  /** The user has typed a price: the market price no longer fills the field. */
  readonly isPriceTyped: boolean
  readonly percent: number
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
}

export const emptyDraft: Draft = {
  side: 'buy',
  type: 'limit',
  price: '',
  amount: '',
  total: '',
  by: 'amount',
  isPriceTyped: false,
  percent: 0,
  timeInForce: 'GTC',
  isPostOnly: false,
}

/** Keeps the price; clears the amounts, which referred to the other currency's balance. */
export const withSide = (draft: Draft, side: Side): Draft => ({
  ...draft,
  side,
  amount: '',
  total: '',
  percent: 0,
  by: draft.type === 'market' && side === 'buy' ? 'total' : 'amount',
})

/** A market sale of `amount` of the coin: a number as the field takes it. */
export const marketSell = (amount: string): Draft => ({
  ...withSide({ ...emptyDraft, type: 'market' }, 'sell'),
  amount,
})

/** A market buy that spends `total` of the quote currency: a number as the field takes it. */
export const marketBuy = (total: string): Draft => ({ ...withSide({ ...emptyDraft, type: 'market' }, 'buy'), total })
