/**
 * What commands did, as bytes: the hash of a batch covers them. What happened to orders is what the core logged, everything
 * else is the canonical text of its event.
 */

import type { Seq } from '../../contract/ids.ts'
import { canonicalText, type Noted, type Outcome } from '../../engine/exchange.ts'
import { putNumber, putSlots, putText, putWords, reserve, type Slots } from './slots.ts'

/** Before its parts is how long they are, so different outcomes have different bytes. */
export function putOutcome(to: Slots, seq: Seq, { bytes, noted }: Pick<Outcome, 'bytes' | 'noted'>): void {
  reserve(to, 2)
  putNumber(to, seq)
  putWords(to, slotsOf(bytes), noted.length)
  for (const part of bytes) putSlots(to, part)
  for (const each of noted) putNoted(to, each)
}

const slotsOf = (bytes: readonly Uint8Array[]): number => bytes.reduce((sum, { length }) => sum + length / 8, 0)

function putNoted(to: Slots, { after, event }: Noted): void {
  reserve(to, 1)
  putNumber(to, after)
  putText(to, canonicalText(event))
}
