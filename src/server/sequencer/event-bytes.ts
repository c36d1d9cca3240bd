/**
 * What commands did, as bytes: the hash of a batch covers them. What happened to orders is what the core logged, everything
 * else is the canonical text of its event; what is remembered for the client id of an order is a record of numbers.
 */

import type { Seq } from '../../contract/ids.ts'
import { canonicalText, type Noted, type Outcome, type RequestRemembered } from '../../engine/exchange.ts'
import { putNumber, putSlots, putText, putWords, reserve, type Slots } from './slots.ts'

const KINDS = { remembered: 6, text: 128 } as const
/** More than the numbers of any record; texts are reserved by themselves. */
const MOST_FIELDS = 8

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
  reserve(to, MOST_FIELDS)
  if (event.type === 'request-remembered' && 'order' in event.answer) {
    putWords(to, KINDS.remembered, after)
    putRemembered(to, event, event.answer.order)
  } else {
    putWords(to, KINDS.text, after)
    putText(to, canonicalText(event))
  }
}

function putRemembered(to: Slots, { at, user, clientId, until, body }: RequestRemembered, order: number): void {
  putNumber(to, at)
  putNumber(to, until)
  putNumber(to, body)
  putNumber(to, order)
  putText(to, user)
  putText(to, clientId)
}
