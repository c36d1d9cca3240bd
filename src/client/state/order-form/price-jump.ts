/** Disables market orders for 600 ms after a price jump of more than 0.5 %: the user must see the new price first. */

import { atom } from 'jotai'
import { marketWalkAtom } from './actions.ts'
import type { Draft } from './draft.ts'
import { draftAtom } from './store.ts'

const JUMP_SHARE = 0.005
const LOCK_MILLIS = 600

/** Average price per lot that a market order would pay or receive. */
type QuotedPrice = { readonly draft: Draft; readonly price: number }

const lastQuote = atom<QuotedPrice | undefined>(undefined)
const locked = atom(false)
let unlock: ReturnType<typeof setTimeout> | undefined

export const hasJumpedAtom = atom((get) => get(locked))

export const quotedPriceAtom = atom((get): QuotedPrice | undefined => {
  const [draft, walk] = [get(draftAtom), get(marketWalkAtom)]
  return walk && { draft, price: Number(walk.cost) / walk.quantity }
})

/** Compares with the last shown price. A change of the draft by the user is not a jump. */
export const onQuotedPriceAtom = atom(null, (get, set, quote: QuotedPrice | undefined) => {
  const last = get(lastQuote)
  if (!quote) return
  const isDraftChanged = last?.draft !== quote.draft
  if (!isDraftChanged && Math.abs(quote.price - last.price) <= last.price * JUMP_SHARE) return
  set(lastQuote, quote)
  if (isDraftChanged) return
  set(locked, true)
  clearTimeout(unlock)
  unlock = setTimeout(() => set(locked, false), LOCK_MILLIS)
})
