/** The rate of the display currency and its age as text, or that the rate is missing. Nothing for dollars. */

import { atom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { dayTime, millisOf } from '../../format/times.ts'
import { displayText } from '../../text/display.ts'
import { clockAtom } from '../app/clock.ts'
import { fiatAtom, fiatPriceAtom } from './fiat-rates.ts'

const OLD_MILLIS = 7 * 24 * 60 * 60 * 1_000

type RateText = { readonly isError: boolean; readonly text: string }

export const rateTextAtom = atom((get): RateText | undefined => {
  const fiat = get(fiatAtom)
  if (!fiat) return undefined
  if (fiat.missingCode !== undefined) return { isError: true, text: displayText.missing(fiat.missingCode) }
  if (fiat.updatedAt === undefined) return undefined
  const one = get(fiatPriceAtom)(VALUATION_CURRENCY, '1')
  const rate = `${one?.sign}${one?.text}`
  const now = get(clockAtom)
  const text = `${displayText.rate(rate)}, ${displayText.rateOf(dayTime(fiat.updatedAt, now))}.`
  const isOld = now - millisOf(fiat.updatedAt) > OLD_MILLIS
  return { isError: isOld, text: isOld ? `${text} ${displayText.old}` : text }
})
