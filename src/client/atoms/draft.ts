/** What stands in the order form. Kept apart from its verbs, which load with the form. */

import { atom } from 'jotai'
import type { PairId } from '../../contract/ids.ts'
import { pricePlain } from '../format/pair-numbers.ts'
import { type Draft, emptyDraft, turn } from './empty-draft.ts'
import { hostAtom } from './host.ts'
import { selectedMarketAtom } from './selected-pair.ts'

const KEPT = 'orderDraft'
type Kept = { readonly pair: PairId; readonly draft: Draft }

const revised = atom<Draft | undefined>(undefined)
const pairAtom = atom((get) => get(selectedMarketAtom)?.pair.id)

/** A link may take the app away, and a reload begins it anew: what was typed waits in this tab, for its pair. */
const source = atom(
  (get) => get(revised) ?? keptFor(get(pairAtom), get(hostAtom).platform.tabKeep.get(KEPT)),
  (get, set, draft: Draft) => {
    const { tabKeep } = get(hostAtom).platform
    if (isUnsent(draft)) tabKeep.set(KEPT, JSON.stringify({ pair: get(pairAtom), draft }))
    else tabKeep.remove(KEPT)
    set(revised, draft)
  },
)

function keptFor(pair: PairId | undefined, text: string | null): Draft {
  const kept = read(text)
  return kept?.pair === pair ? { ...emptyDraft, ...kept?.draft } : emptyDraft
}

/** Nothing, where what is kept is not what we wrote. */
function read(text: string | null): Partial<Kept> | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const isUnsent = ({ amount, total }: Draft): boolean => amount !== '' || total !== ''

export const draftAtom = atom((get) => get(source))

/** Something is typed that has not been sent. */
export const hasUnsentOrderAtom = atom((get) => isUnsent(get(source)))

export const reviseDraftAtom = atom(null, (get, set, revise: (draft: Draft) => Draft) =>
  set(source, revise(get(source))),
)

/** The market's price stands in an empty price field until the reader has one of their own. */
export const offerPriceAtom = atom(null, (get, set, price: string) => {
  const pair = get(selectedMarketAtom)?.pair
  const { type, price: typed, isPriceOwn } = get(source)
  if (!pair || type !== 'limit' || typed !== '' || isPriceOwn) return
  set(reviseDraftAtom, (draft) => ({ ...draft, price: pricePlain(pair, price) }))
})

/** Another pair: nothing stays but the side and the type. */
export const clearDraftAtom = atom(null, (_get, set) =>
  set(reviseDraftAtom, ({ side, type }) => turn({ ...emptyDraft, type }, side)),
)
