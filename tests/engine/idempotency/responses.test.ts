/** First responses as records against a plain map: found, replaced, dropped, saved and loaded. */

import { expect, test } from 'vitest'
import type { OrderId } from '../../../src/contract/ids.ts'
import { clientIdHash, tagOf } from '../../../src/engine/idempotency/client-id-hash.ts'
import { type FirstResponse, Responses, type Stored } from '../../../src/engine/idempotency/responses.ts'
import { textHash } from '../../../src/engine/idempotency/text-hash.ts'
import fc from '../../fixtures/fast-check.ts'

type Answer = FirstResponse['answer']
type Entry = {
  readonly owner: number
  readonly clientId: string
  readonly until: number
  readonly body: number
  readonly answer: Answer
}

/** A list of entries, oldest first. */
class Model {
  entries: Entry[] = []

  find(owner: number, clientId: string, at: number): Entry | undefined {
    const found = this.entries.findLast((each) => each.clientId === clientId && each.owner === owner)
    return found !== undefined && at < found.until ? found : undefined
  }

  dropUntil(at: number): void {
    while (this.entries.length > 0 && (this.entries[0]?.until ?? 0) <= at) this.entries.shift()
  }
}

const answer = fc.oneof(
  { weight: 4, arbitrary: fc.nat().map((order): Answer => ({ order: order as OrderId })) },
  { weight: 1, arbitrary: fc.constant({ refused: { code: 'NO_LIQUIDITY', params: {} } } as unknown as Answer) },
)
const step = fc.record({
  owner: fc.constantFrom(8, 16, 24),
  clientId: fc.oneof(
    fc.nat(400).map((id) => `id-${id}`),
    fc.constantFrom('', '\ud800', 'é'),
  ),
  passes: fc.oneof({ weight: 50, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(3_000) }),
  keptFor: fc.nat(4_000),
  body: fc.maxSafeInteger().map(Math.abs),
  answer,
})
/** More than a block in most runs, so that blocks are begun and dropped. */
const steps = fc.array(step, { minLength: 1_100, maxLength: 2_500 })

const stored = ({ owner, clientId, until, body, answer }: Entry): Stored => ({
  owner,
  id: [textHash(clientId), textHash(clientId, 1) & 0x7fffffff],
  until,
  body,
  answer,
})

/** As from a snapshot: a view into a larger buffer. */
const unpacked = (block: Uint8Array): Uint8Array => Buffer.concat([Buffer.alloc(1), block]).subarray(1)

function reloaded(responses: Responses): Responses {
  const loaded = new Responses()
  for (const block of responses.blocks()) loaded.loadBlock(unpacked(block))
  for (const other of responses.others()) loaded.loadOther(other)
  return loaded
}

test('Responses are found, replaced and dropped as in a list, also after they were saved and loaded', () => {
  fc.assert(
    fc.property(steps, fc.nat(2_499), (all, reloadAt) => {
      const model = new Model()
      let responses = new Responses()
      let at = 0
      for (const [index, { passes, keptFor, ...step }] of all.entries()) {
        at += passes
        const { owner, clientId } = step
        const expected = model.find(owner, clientId, at)
        const found = responses.find(owner, clientId, at)
        expect(found).toEqual(expected && { body: expected.body, answer: expected.answer })
        const entry = { ...step, until: at + keptFor }
        responses.add(owner, clientId, entry)
        model.entries.push(entry)
        responses.dropUntil(at)
        model.dropUntil(at)
        expect(responses.size).toBe(model.entries.length)
        if (index === reloadAt) responses = reloaded(responses)
      }
      expect([...responses.all()]).toEqual(model.entries.map(stored))
      const newest = new Set(new Map(model.entries.map((each) => [`${each.owner}/${each.clientId}`, each])).values())
      expect([...responses.newest()]).toEqual(model.entries.filter((each) => newest.has(each)).map(stored))
    }),
    { numRuns: 10 },
  )
})

test('All responses are found after the index has grown several times', () => {
  const responses = new Responses()
  for (let id = 0; id < 5_000; id++)
    responses.add(8 * (1 + (id % 7)), `id-${id}`, { until: 1, body: id, answer: { order: id as OrderId } })
  for (let id = 0; id < 5_000; id++) expect(responses.find(8 * (1 + (id % 7)), `id-${id}`, 0)?.body).toBe(id)
  expect(responses.find(8, 'id-1', 0)).toBeUndefined()
})

/** Found by a search of seconds. */
const SAME_53_BITS = [
  'HOaOwtnFKSAEdbqF8jZezuvKVANTNzVPSDvYXis6ZozGE55AOeyhd9jqbzBpg8ME',
  '4dRs2NHMqSWtqFPAsZNRF-ICiRATkDoZqFQ-rUytsKoH_W4bAr6N7SGApWVWXC9m',
]

test('Client ids that were chosen for the same bits of their hashes, or for the same first 53, are spread over the table', () => {
  const chosen: number[] = []
  for (let n = 0; chosen.length < 1_000; n++) {
    const { id } = clientIdHash(`id-${n}`)
    if ((id & 511) === 0) chosen.push(id)
  }
  // 1,000 at random have about 440 of 512 places.
  const places = (tags: readonly number[]): number => new Set(tags.map((tag) => tag & 511)).size
  expect(places(chosen.map((id) => tagOf(id, 3, 8)))).toBeGreaterThan(350)
  expect(places(chosen.map((_, more) => tagOf(chosen[0] ?? 0, more * 512, 8)))).toBeGreaterThan(350)
  expect(places(chosen.map((_, owner) => tagOf(chosen[0] ?? 0, 3, owner * 512)))).toBeGreaterThan(350)
})

test('Client ids of one 53-bit hash, which are easily made, take different places for the rest of their hashes', () => {
  const [one, other] = SAME_53_BITS.map(clientIdHash)
  expect(one?.id).toBe(other?.id)
  expect(tagOf(one?.id ?? 0, one?.more ?? 0, 8)).not.toBe(tagOf(other?.id ?? 0, other?.more ?? 0, 8))
})

test('What was saved stays as it was while responses are added and dropped', () => {
  const responses = new Responses()
  const add = (id: number): void =>
    responses.add(8, `id-${id}`, { until: id, body: id, answer: { order: id as OrderId } })
  for (let id = 0; id < 2_500; id++) add(id)
  responses.dropUntil(300)
  const expected = [...responses.all()]
  const [blocks, others] = [responses.blocks(), responses.others()]
  for (let id = 2_500; id < 6_000; id++) add(id)
  responses.dropUntil(4_000)
  const loaded = new Responses()
  for (const block of blocks) loaded.loadBlock(block)
  for (const other of others) loaded.loadOther(other)
  expect([...loaded.all()]).toEqual(expected)
})
