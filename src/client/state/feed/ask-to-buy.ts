/** A market buy outside of the trade screen: fills in its order form and asks for the usual confirmation. */

import { atom } from 'jotai'
import type { PairId } from '../../../contract/ids.ts'
import { askForConfirmationAtom } from '../order-form/confirmation.ts'
import { marketBuy } from '../order-form/draft.ts'
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
