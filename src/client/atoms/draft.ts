/** What stands in the order form. Kept apart from its verbs, which load with the form. */

import { atom } from 'jotai'
import { pricePlain } from '../format/pair-numbers.ts'
import { type Draft, emptyDraft, turn } from './empty-draft.ts'
import { selectedMarketAtom } from './selected-pair.ts'

const source = atom<Draft>(emptyDraft)

export const draftAtom = atom((get) => get(source))

/** Something is typed that has not been sent. */
export const hasUnsentOrderAtom = atom((get) => get(source).amount !== '' || get(source).total !== '')

export const reviseDraftAtom = atom(null, (_get, set, revise: (draft: Draft) => Draft) => set(source, revise))

/** The market's price stands in an empty price field until the reader has one of their own. */
export const offerPriceAtom = atom(null, (get, set, price: string) => {
  const pair = get(selectedMarketAtom)?.pair
  const { type, price: typed, isPriceOwn } = get(source)
  if (!pair || type !== 'limit' || typed !== '' || isPriceOwn) return
  set(source, (draft) => ({ ...draft, price: pricePlain(pair, price) }))
})

/** Another pair: nothing stays but the side and the type. */
export const clearDraftAtom = atom(null, (_get, set) =>
  set(source, ({ side, type }) => turn({ ...emptyDraft, type }, side)),
)
