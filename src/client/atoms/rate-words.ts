/** What the money is worth in which amounts are shown, and as of when: or that nobody knows. */

import { atom } from 'jotai'
import { MEASURE } from '../../contract/worth.ts'
import { dayTime } from '../format/times.ts'
import { fiat as words } from '../text/en-assets.ts'
import { fiatAtom, fiatPriceAtom } from './fiat.ts'

export type RateWords = { readonly isTrouble: boolean; readonly words: string }

export const rateWordsAtom = atom((get): RateWords | undefined => {
  const fiat = get(fiatAtom)
  if (!fiat) return undefined
  if (fiat.missing !== undefined) return { isTrouble: true, words: words.missing(fiat.missing) }
  if (fiat.updatedAt === undefined) return { isTrouble: false, words: words.dollars }
  const one = get(fiatPriceAtom)(MEASURE, '1')
  const rate = `${one?.sign}${one?.words}`
  return { isTrouble: false, words: `${words.rate(rate)}, ${words.rateOf(dayTime(fiat.updatedAt, Date.now()))}.` }
})
