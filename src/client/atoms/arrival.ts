/** Coming back with something in the address: from Google and Telegram to sign in, or by the link of a letter. */

import { atom } from 'jotai'
import type { Arrival } from '../platform/arrival.ts'

const busySource = atom(false)
const fromSource = atom<string | undefined>(undefined)
const tokenSource = atom<string | undefined>(undefined)

/** The whole screen waits. */
export const isArrivingAtom = atom((get) => get(busySource))
/** Where whoever went away to sign in wanted to go. */
export const broughtBackAtom = atom(
  (get) => get(fromSource),
  (_get, set, from: string | undefined) => set(fromSource, from),
)
/** What the link of a letter ended in. */
export const letterTokenAtom = atom((get) => get(tokenSource))

/** Few come back, so how that goes on is fetched then. */
export const arriveAtom = atom(null, async (_get, set, arrival: Arrival) => {
  const token = new URLSearchParams(arrival.hash.slice(1)).get('token')
  if (token !== null) return set(tokenSource, token)
  set(busySource, true)
  try {
    const { finishArrivalAtom } = await import('./finish-arrival.ts')
    await set(finishArrivalAtom, arrival)
  } finally {
    set(busySource, false)
  }
})
