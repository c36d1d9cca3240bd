/** What was brought back is taken to the exchange, if it was this tab that went away for it. */

import { atom } from 'jotai'
import type { Arrival } from '../platform/arrival.ts'
import { takeErrand } from '../platform/errand.ts'
import { readArrival } from '../platform/read-arrival.ts'
import { broughtBackAtom } from './arrival.ts'
import { enterByGoogleAtom, refuseGoogleAtom } from './google.ts'
import { enterByTelegramAtom } from './widget-login.ts'

const SETTLE_MILLIS = 100

export const finishArrivalAtom = atom(null, async (_get, set, arrival: Arrival): Promise<void> => {
  const errand = takeErrand()
  const evidence = readArrival(arrival)
  set(broughtBackAtom, errand?.from)
  const isOver = await enter()
  if (isOver) await new Promise((resolve) => setTimeout(resolve, SETTLE_MILLIS))

  /** False when it came to nothing; that has been said then. */
  async function enter(): Promise<boolean> {
    if (evidence.way === 'telegram') return set(enterByTelegramAtom, errand?.way === 'telegram' ? evidence.fields : {})
    const isOurs = errand?.way === 'google' && errand.state === evidence.state
    return isOurs ? set(enterByGoogleAtom, evidence.code, errand) : set(refuseGoogleAtom)
  }
})
