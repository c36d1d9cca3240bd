/** A price that jumps under the finger is looked at before it is pressed: for a moment a market order cannot be sent. */

import { atom } from 'jotai'
import { draftAtom } from './draft.ts'
import type { Draft } from './empty-draft.ts'
import { walkAtom } from './order-form.ts'

const JUMP_SHARE = 0.005
const LOCK_MILLIS = 600

/** What a market order would pay or get for a lot, on average. */
export type Deal = { readonly draft: Draft; readonly price: number }

const seen = atom<Deal | undefined>(undefined)
const locked = atom(false)
let unlock: ReturnType<typeof setTimeout> | undefined

export const hasJumpedAtom = atom((get) => get(locked))

export const dealAtom = atom((get): Deal | undefined => {
  const [draft, walk] = [get(draftAtom), get(walkAtom)]
  return walk && { draft, price: Number(walk.cost) / walk.quantity }
})

/** Compared with what was last looked at. What the reader changed by their own hand is no jump. */
export const noteDealAtom = atom(null, (get, set, deal: Deal | undefined) => {
  const last = get(seen)
  if (!deal) return
  const isOwn = last?.draft !== deal.draft
  if (!isOwn && Math.abs(deal.price - last.price) <= last.price * JUMP_SHARE) return
  set(seen, deal)
  if (isOwn) return
  set(locked, true)
  clearTimeout(unlock)
  unlock = setTimeout(() => set(locked, false), LOCK_MILLIS)
})
