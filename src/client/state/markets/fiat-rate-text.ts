/** The rate of the display currency and its age as text, or that the rate is missing. */

import { atom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { dayTime } from '../../format/times.ts'
import { displayText } from '../../text/display.ts'
import { clockAtom } from '../app/clock.ts'
import { fiatAtom, fiatPriceAtom } from './fiat-rates.ts'

type RateText = { readonly isError: boolean; readonly text: string }

export const rateTextAtom = atom((get): RateText | undefined => {
  const fiat = get(fiatAtom)
  if (!fiat) return undefined
  if (fiat.missingCode !== undefined) return { isError: true, text: displayText.missing(fiat.missingCode) }
  if (fiat.updatedAt === undefined) return { isError: false, text: displayText.dollars }
  const one = get(fiatPriceAtom)(VALUATION_CURRENCY, '1')
  const rate = `${one?.sign}${one?.text}`
  return {
    isError: false,
    text: `${displayText.rate(rate)}, ${displayText.rateOf(dayTime(fiat.updatedAt, get(clockAtom)))}.`,
  }
})
