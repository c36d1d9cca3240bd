/** How long a quote is valid, and whether a new one is worse. */

import type { ConvertQuoteView } from '../../../contract/convert/views.ts'
import { millisOf } from '../../format/times.ts'
import { unitsOf } from '../portfolio/balances.ts'

/** A quote with the moment of its request, in milliseconds of the monotonic clock. */
export type TimedQuote = { readonly view: ConvertQuoteView; readonly requestedAt: number }

/** Automatic renewals of a quote that nobody uses. */
export const MAX_RENEWALS = 3

/** Of a worse rate that the user must accept. */
const WORSE_PER_MILLE = 5n

const lifeMillis = ({ created_at, expires_at }: ConvertQuoteView): number => millisOf(expires_at) - millisOf(created_at)

/** In the server's time: the quote was created after it was requested, so it is valid for at least this long. */
export const millisLeft = ({ view, requestedAt }: TimedQuote, monotonicNow: number): number =>
  Math.max(0, requestedAt + lifeMillis(view) - monotonicNow)

/** From 1 when it was created to 0 when it expires. */
export const fractionLeft = (quote: TimedQuote, monotonicNow: number): number =>
  millisLeft(quote, monotonicNow) / Math.max(1, lifeMillis(quote.view))

type Amounts = Pick<ConvertQuoteView, 'from_amount' | 'to_amount'>

/** Whether the rate is more than 0.5 % below the accepted one, by amounts: the rate of a cheap coin has few digits. */
export function isWorse(now: Amounts, accepted: Amounts): boolean {
  const rate = unitsOf(now.to_amount) * unitsOf(accepted.from_amount)
  const acceptedRate = unitsOf(accepted.to_amount) * unitsOf(now.from_amount)
  return rate * 1000n < acceptedRate * (1000n - WORSE_PER_MILLE)
}
