/** Corrupt journal rows: recovery fails and names the batch. */

import { Packr } from 'msgpackr'
import { expect, test } from 'vitest'
import type { CurrencyId } from '../../../src/contract/ids.ts'
import { emptyState, RULES, SMALL } from '../../../src/engine/exchange.ts'
import { encode, FORMAT, type Stamped } from '../../../src/server/sequencer/command-codec.ts'
import { executeBatch } from '../../../src/server/sequencer/execute-batch.ts'
import { FIRST_HASH, type Journal, type JournalRow, recordHashes } from '../../../src/server/sequencer/journal.ts'
import { JournalCorrupt, replayJournal } from '../../../src/server/sequencer/replay-journal.ts'
import { JOURNAL } from '../../engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { hashed, testHashes } from '../../fixtures/record-keys.ts'

const packr = new Packr({ useRecords: false, useBigIntExtension: true })
const coins = ['USDT', 'BTC'].map(
  (symbol, index): Stamped => [
    1_000,
    {
      type: 'list-currency',
      ...BY_TEST,
      currency: { id: (index + 1) as CurrencyId, symbol, name: symbol, decimals: 8 },
    },
  ],
)
const [first, second] = coins as [Stamped, Stamped]

const state = emptyState(JOURNAL, SMALL)
const rowOf = (batch: number, stamped: Stamped, prevHash: Buffer): JournalRow =>
  hashed(JOURNAL, {
    batch,
    firstSeq: batch,
    lastSeq: batch,
    prevHash,
    eventHash: executeBatch(state, { rules: state.rules, stamped: [stamped] }).eventHash,
    format: FORMAT,
    rules: state.rules,
    payload: encode([stamped]),
  })
const one = rowOf(1, first, FIRST_HASH)
const two = rowOf(2, second, one.hash)

const journalOf = (...rows: JournalRow[]): Journal => ({
  id: JOURNAL,
  hashes: testHashes(JOURNAL),
  append: () => Promise.reject(new Error('read only')),
  async *read(after) {
    yield* rows.slice(after)
  },
  close: async () => undefined,
})
const nothing = (): void => undefined

test('Recovery replays two valid rows as two commands', async () => {
  const { state: end } = await replayJournal(journalOf(one, two), nothing)
  expect([end.seq, end.currencies.size]).toEqual([2, 2])
})

/** A command that is no order, as a batch has it. */
const payloads: readonly (readonly [what: string, at: number, command: unknown])[] = [
  ['A null command', 1_000, null],
  ['A number as a command', 1_000, 7],
  ['A text as a command', 1_000, 'x'],
  ['A list as a command', 1_000, [second[1]]],
  ['An unknown command', 1_000, { type: 'print-money' }],
  ['A timestamp that is not a number', Number.NaN, second[1]],
  ['A timestamp before the previous one', 999, second[1]],
  ['A command without its fields', 1_000, { type: 'list-currency' }],
]

/** Head, time, and MessagePack with its length, in slots of eight bytes. */
function payloadOf(at: number, command: unknown): Buffer {
  const packed = packr.pack(command)
  const payload = Buffer.alloc(32 + Math.ceil(packed.length / 8) * 8)
  payload.writeDoubleLE(1, 0)
  payload.writeUInt8(128, 8)
  payload.writeDoubleLE(at, 16)
  payload.writeUInt32LE(packed.length, 24)
  packed.copy(payload, 32)
  return payload
}

test('A payload that is put together by hand replays as the codec writes it', () => {
  expect(payloadOf(...second)).toEqual(two.payload)
})

test.each(payloads)('%s in the payload of a journal row stops recovery', async (_what, at, command) => {
  const payload = payloadOf(at, command)
  const refused = replayJournal(journalOf(one, hashed(JOURNAL, { ...two, payload })), nothing)
  await expect(refused).rejects.toThrow(JournalCorrupt)
  await expect(refused).rejects.toThrow(/^the journal cannot be replayed: batch 2 /)
})

test.each([
  ['an empty payload', { payload: Buffer.alloc(0) }],
  ['a payload without commands', { payload: Buffer.alloc(8) }],
  ['a payload that is cut within a slot', { payload: two.payload.subarray(0, 9) }],
  ['a payload that is cut between slots', { payload: two.payload.subarray(0, 24) }],
  ['a payload with more than its commands', { payload: Buffer.concat([two.payload, Buffer.alloc(8)]) }],
  ['a payload of an unknown kind', { payload: Buffer.concat([two.payload.subarray(0, 8), Buffer.alloc(16, 7)]) }],
  ['an unknown format', { format: FORMAT + 1 }],
  ['unknown rules', { rules: RULES + 1 }],
  ['rules that were not set', { rules: state.rules + 1 }],
  ['another last seq', { lastSeq: 3 }],
  ['another first seq', { firstSeq: 3 }],
  ['another batch number', { batch: 3 }],
  ['another event hash', { eventHash: FIRST_HASH }],
  ['another hash of the previous row', { prevHash: FIRST_HASH }],
] as const)('A journal row with %s stops recovery', async (_what, change) => {
  const refused = replayJournal(journalOf(one, hashed(JOURNAL, { ...two, ...change })), nothing)
  await expect(refused).rejects.toThrow(JournalCorrupt)
  await expect(refused).rejects.toThrow(/batch [23] /)
})

test('A journal row whose stored hash is not that of its content stops recovery', async () => {
  await expect(replayJournal(journalOf(one, { ...two, hash: FIRST_HASH }), nothing)).rejects.toThrow(
    'batch 2 (commands 2 to 2) was changed: its hash differs',
  )
})

test('A changed row of the journal is named as changed, whatever it says now', async () => {
  for (const change of [{ firstSeq: 9 }, { batch: 3 }, { rules: RULES + 1 }, { prevHash: FIRST_HASH }])
    await expect(replayJournal(journalOf(one, { ...two, ...change }), nothing)).rejects.toThrow(
      'was changed: its hash differs',
    )
})

test('A row that was made with another key is refused, although it is right in everything else', async () => {
  const forged = { ...two, hash: recordHashes(Buffer.alloc(32, 9), JOURNAL).row(two) }
  await expect(replayJournal(journalOf(one, forged), nothing)).rejects.toThrow(
    /batch 2 .* was changed: its hash differs/,
  )
})
