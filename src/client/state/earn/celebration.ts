/** The XP that were just paid, shown for a moment. */

import { atom } from 'jotai'

const SHOWN_MILLIS = 2_000

type Celebration = { readonly id: number; readonly amount: number }

const source = atom<Celebration | undefined>(undefined)
let count = 0

export const celebrationAtom = atom((get) => get(source))

export const celebrateAtom = atom(null, (get, set, amount: number) => {
  count += 1
  const id = count
  set(source, { id, amount })
  setTimeout(() => {
    if (get(source)?.id === id) set(source, undefined)
  }, SHOWN_MILLIS)
})
