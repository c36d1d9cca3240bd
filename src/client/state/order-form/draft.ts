/** What stands in the order form, and what stands there at first. How fields follow each other loads with the form. */

import type { Side, TimeInForce } from '../../contract/order-rules.ts'

export type Draft = {
  readonly side: Side
  readonly type: 'limit' | 'market'
  /** As typed, or as derived: never more than a field's text. */
  readonly price: string
  readonly amount: string
  readonly total: string
  /** Which of the two was said last; a market order is counted in it. */
  readonly by: 'amount' | 'total'
  /** The reader has set a price: nothing else sets it any more. */
  readonly isPriceOwn: boolean
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
  isPriceOwn: false,
  percent: 0,
  timeInForce: 'GTC',
  isPostOnly: false,
}

/** The other side: the price stays, the amounts belonged to the other currency's balance. */
export const turn = (draft: Draft, side: Side): Draft => ({
  ...draft,
  side,
  amount: '',
  total: '',
  percent: 0,
  by: draft.type === 'market' && side === 'buy' ? 'total' : 'amount',
})
