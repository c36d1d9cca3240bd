/** Corrupt journal rows: recovery fails and names the batch. */

import { Packr } from 'msgpackr'
import { expect, test } from 'vitest'
import type { CurrencyId } from '../../../src/contract/ids.ts'
import { emptyState, RULES } from '../../../src/engine/exchange.ts'
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
    { type: 'list-currency', ...BY_TEST, currency: { id: (index + 1) as CurrencyId, symbol, name: symbol } },
  ],
)
const [first, second] = coins as [Stamped, Stamped]

const state = emptyState(JOURNAL)
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

const payloads: readonly (readonly [what: string, value: unknown])[] = [
  ['Null', null],
  ['A number', 7],
  ['A string', 'x'],
  ['A map', { 0: second }],
  ['An empty list', []],
  ['A command without a timestamp', [second[1]]],
  ['A list of null', [null]],
  ['A timestamp without a command', [[1_000]]],
  ['A null command', [[1_000, null]]],
  ['An unknown command', [[1_000, { type: 'print-money' }]]],
  ['A timestamp that is not a number', [['now', second[1]]]],
  ['A timestamp before the previous one', [[999, second[1]]]],
  ['A command without its fields', [[1_000, { type: 'list-currency' }]]],
]

test.each(payloads)('%s as the payload of a journal row stops recovery', async (_what, value) => {
  const refused = replayJournal(journalOf(one, hashed(JOURNAL, { ...two, payload: packr.pack(value) })), nothing)
  await expect(refused).rejects.toThrow(JournalCorrupt)
  await expect(refused).rejects.toThrow(/^the journal cannot be replayed: batch 2 /)
})

test.each([
  ['an empty payload', { payload: Buffer.alloc(0) }],
  ['a truncated payload', { payload: two.payload.subarray(0, 9) }],
  ['an undecodable payload', { payload: Buffer.from('c1ffc1', 'hex') }],
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
