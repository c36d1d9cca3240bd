/** Outside of the trade screen: a market order, which asks for the usual confirmation, and the way to the form of a sale. */

import { atom } from 'jotai'
import type { PairId } from '../../../contract/ids.ts'
import { askForConfirmationAtom } from '../order-form/confirmation.ts'
import { marketBuy, marketSell, withSide } from '../order-form/draft.ts'
import { reviseDraftAtom } from '../order-form/store.ts'
import { choosePairAtom } from './choose-pair.ts'

type Purchase = {
  readonly pair: PairId
  /** What to spend, in the quote currency: a number as the total field takes it. */
  readonly total: string
}

export const askToBuyAtom = atom(null, (_get, set, { pair, total }: Purchase) => {
  set(choosePairAtom, pair)
  set(reviseDraftAtom, () => marketBuy(total))
  set(askForConfirmationAtom, { kind: 'market' })
})

type Sale = {
  readonly pair: PairId
  /** Of the coin: a number as the amount field takes it. */
  readonly amount: string
}

export const askToSellAtom = atom(null, (_get, set, { pair, amount }: Sale) => {
  set(choosePairAtom, pair)
  set(reviseDraftAtom, () => marketSell(amount))
  set(askForConfirmationAtom, { kind: 'market' })
})

/** The order form of the pair, with Sell chosen. */
export const chooseToSellAtom = atom(null, (_get, set, pair: PairId) => {
  set(choosePairAtom, pair)
  set(reviseDraftAtom, (draft) => (draft.side === 'sell' ? draft : withSide(draft, 'sell')))
})
