/** Splits what a user owns over the leaves of the user. */

import { PARTS } from '../../contract/liabilities/encoding.ts'
import { type Units, ZERO } from '../../contract/money.ts'
import type { KeyStream } from './prepared-hmac.ts'

const CUT_BYTES = 8
const CUT_BITS = 64n
const CUTS = PARTS - 1

/**
 * One part of each amount, by coin: not negative, all parts with exactly the amount as sum. An amount is cut at independent
 * random places, so that one part tells neither the amount nor, because each coin is cut elsewhere, what the others are.
 */
export function partOf(cuts: KeyStream, user: number, amounts: readonly Units[], part: number): readonly Units[] {
  const bytes = cuts(user, amounts.length * CUTS * CUT_BYTES)
  return amounts.map((amount, coin) => {
    if (amount === ZERO) return ZERO
    const fractions = Array.from({ length: CUTS }, (_, cut) => bytes.readBigUInt64BE((coin * CUTS + cut) * CUT_BYTES))
    fractions.sort((a, b) => (a < b ? -1 : 1))
    const end = (cut: number): bigint => {
      const fraction = fractions[cut]
      return fraction === undefined ? amount : ((amount + 1n) * fraction) >> CUT_BITS
    }
    return (end(part) - (part === 0 ? 0n : end(part - 1))) as Units
  })
}
