/** No part of an outcome is missing in its bytes: a reader that knows only their layout gets it back. */

import { expect, test } from 'vitest'
import { canonicalText, type Noted } from '../../../src/engine/exchange.ts'
import { putOutcome } from '../../../src/server/sequencer/event-bytes.ts'
import { clearSlots, newSlots, type Slots, written } from '../../../src/server/sequencer/slots.ts'
import fc from '../../fixtures/fast-check.ts'

/** Reads slots one after the other. */
function reader({ numbers, words, bytes }: Slots) {
  let at = 0
  const number = (): number => numbers[at++] ?? Number.NaN
  const twoWords = (): [number, number] => {
    at += 1
    return [words[at * 2 - 2] ?? 0, words[at * 2 - 1] ?? 0]
  }
  const raw = (slots: number): Buffer => {
    at += slots
    return Buffer.from(bytes.subarray((at - slots) * 8, at * 8))
  }
  const text = (): string => {
    const [length, isWide] = twoWords()
    return raw(Math.ceil(length / 8)).toString(isWide === 1 ? 'utf16le' : 'latin1', 0, length)
  }
  return { number, words: twoWords, raw, text, slot: () => at }
}
type Reader = ReturnType<typeof reader>

function readNoted(from: Reader): unknown {
  const after = from.number()
  return { after, event: from.text() }
}

const id = fc.maxSafeInteger().map(Math.abs)
const user = fc.uuid()
const frozen = fc.record({
  type: fc.constant('account-frozen'),
  user,
  reason: fc.string({ unit: 'binary' }),
  amount: fc.bigInt(),
})
const noted = fc.record({ after: fc.nat(), event: frozen })
const part = fc.nat(40).chain((slots) => fc.uint8Array({ minLength: slots * 8, maxLength: slots * 8 }))
const outcome = fc.record({ bytes: fc.array(part, { maxLength: 3 }), noted: fc.array(noted) })
type AnyOutcome = Parameters<typeof putOutcome>[2]

const slots = newSlots(1)

test('What the core logged and every event of a module are found again in the bytes of their command', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(id, outcome)), (outcomes) => {
      clearSlots(slots)
      for (const [seq, each] of outcomes) putOutcome(slots, seq, each as unknown as AnyOutcome)
      const from = reader(slots)
      for (const [seq, each] of outcomes) {
        expect(from.number()).toBe(seq)
        const [logged, count] = from.words()
        expect(from.raw(logged)).toEqual(Buffer.concat(each.bytes))
        expect(Array.from({ length: count }, () => readNoted(from))).toEqual(
          each.noted.map(({ after, event }) => ({ after, event: canonicalText(event) })),
        )
      }
      expect(from.slot()).toBe(slots.end)
    }),
    { numRuns: 500 },
  )
})

test('The bytes of an event do not depend on what the buffer contained before', () => {
  fc.assert(
    fc.property(noted, (each) => {
      const bytesAfter = (filling: number): Buffer => {
        const used = newSlots(512)
        used.bytes.fill(filling)
        putOutcome(used, 1, { bytes: [], noted: [each as unknown as Noted] })
        return Buffer.from(written(used))
      }
      expect(bytesAfter(0)).toEqual(bytesAfter(255))
    }),
  )
})
