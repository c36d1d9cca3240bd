/** Coming back from Google or Telegram with what signs in: taken to the exchange while the whole screen waits. */

import { atom } from 'jotai'
import type { Arrival } from '../platform/arrival.ts'
import { type Errand, takeErrand } from '../platform/errand.ts'
import { ways as words } from '../text/en-sign-in.ts'
import { enterByGoogleAtom, refuseGoogleAtom } from './google.ts'
import { notifyAtom } from './host.ts'
import { enterByTelegramAtom } from './telegram-login.ts'

const SETTLE_MILLIS = 100

const busySource = atom(false)
const fromSource = atom<string | undefined>(undefined)
const tokenSource = atom<string | undefined>(undefined)

export const isArrivingAtom = atom((get) => get(busySource))
/** Where whoever went away to sign in wanted to go. */
export const broughtBackAtom = atom((get) => get(fromSource))
/** What the link of a letter ended in. */
export const letterTokenAtom = atom((get) => get(tokenSource))

export const arriveAtom = atom(null, async (_get, set, arrival: Arrival) => {
  if (arrival.type === 'letter') return set(tokenSource, arrival.token)
  const errand = takeErrand()
  set(fromSource, errand?.from)
  set(busySource, true)
  if (await set(finishAtom, arrival, errand)) await new Promise((resolve) => setTimeout(resolve, SETTLE_MILLIS))
  set(busySource, false)
})

/** False when it came to nothing; that has been said then. */
const finishAtom = atom(
  null,
  async (_get, set, arrival: Exclude<Arrival, { type: 'letter' }>, errand: Errand | undefined): Promise<boolean> => {
    if (arrival.type === 'google') {
      const isOurs = errand?.way === 'google' && errand.state === arrival.state && arrival.code !== null
      return isOurs ? set(enterByGoogleAtom, arrival.code, errand) : set(refuseGoogleAtom)
    }
    if (errand?.way === 'telegram') return set(enterByTelegramAtom, arrival.fields)
    set(notifyAtom, { kind: 'error', title: words.invalidTelegram })
    return false
  },
)
