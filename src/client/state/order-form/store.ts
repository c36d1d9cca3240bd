/** The order draft. Its actions are in `actions.ts`, which loads with the form. */

import { atom } from 'jotai'
import type { PairId } from '../../../contract/ids.ts'
import { plainPrice } from '../../format/pair-numbers.ts'
import { attempt } from '../../platform/attempt.ts'
import { hostAtom } from '../app/host.ts'
import { selectedMarketAtom } from '../book/selected-pair.ts'
import { type Draft, emptyDraft, withSide } from './draft.ts'

const STORAGE_KEY = 'orderDraft'
/** The values of a draft. Another version of the app can have stored other ones. */
const DRAFT = /^\["(buy|sell)","(limit|market)",("[\d.,]*",){3}"(amount|total)",\w+,(\d\d?|100),"(GTC|IOC|FOK)",\w+]$/
type StoredDraft = { readonly pair: PairId; readonly draft: Draft }

const revised = atom<Draft | undefined>(undefined)
const pairAtom = atom((get) => get(selectedMarketAtom)?.pair.id)

/** Stored in the tab, with its pair: following a Telegram link or a reload restarts the app. */
const source = atom(
  (get) => get(revised) ?? storedFor(get(pairAtom), get(hostAtom).platform.sessionStorage.get(STORAGE_KEY)),
  (get, set, draft: Draft) => {
    const { sessionStorage } = get(hostAtom).platform
    if (isUnsent(draft)) sessionStorage.set(STORAGE_KEY, JSON.stringify({ pair: get(pairAtom), draft }))
    else sessionStorage.remove(STORAGE_KEY)
    set(revised, draft)
  },
)

function storedFor(pair: PairId | undefined, text: string | null): Draft {
  const stored: Partial<StoredDraft> | null | undefined = attempt(() => JSON.parse(text ?? ''))
  const draft = { ...emptyDraft, ...stored?.draft }
  return stored?.pair === pair && DRAFT.test(JSON.stringify(Object.values(draft))) ? draft : emptyDraft
}

const isUnsent = ({ amount, total }: Draft): boolean => amount !== '' || total !== ''

export const draftAtom = atom((get) => get(source))

/** The form has an amount that was not submitted. */
export const hasUnsentOrderAtom = atom((get) => isUnsent(get(source)))

export const reviseDraftAtom = atom(null, (get, set, revise: (draft: Draft) => Draft) =>
  set(source, revise(get(source))),
)

/** The price field has the focus. False once no field is shown: one that is removed with the focus is not left. */
export const isPriceEditedAtom = atom(false)
isPriceEditedAtom.onMount = (set) => () => set(false)

/** Fills an empty price field with the market price until the user has typed one, and not under the cursor. */
export const prefillPriceAtom = atom(null, (get, set, price: string) => {
  const pair = get(selectedMarketAtom)?.pair
  const { type, price: typed, isPriceTyped } = get(source)
  if (!pair || type !== 'limit' || typed !== '' || isPriceTyped || get(isPriceEditedAtom)) return
  set(reviseDraftAtom, (draft) => ({ ...draft, price: plainPrice(pair, price) }))
})

/** For another pair or user: only side and type stay. */
export const clearDraftAtom = atom(null, (_get, set) =>
  set(reviseDraftAtom, ({ side, type }) => withSide({ ...emptyDraft, type }, side)),
)
