/** Rows that no exchange of ours has written: the start stops, and names the batch. */

import { Packr } from 'msgpackr'
import { expect, test } from 'vitest'
import { RULES } from '../../src/engine/engine.ts'
import { emptyState } from '../../src/engine/state.ts'
import { carryOut } from '../../src/server/core/carry-out.ts'
import { encode, FORMAT, type Stamped } from '../../src/server/core/codec.ts'
import { FIRST_HASH, type Journal, type Row, rowHash } from '../../src/server/core/journal.ts'
import { JournalBroken, recover } from '../../src/server/core/recovery.ts'
import { JOURNAL } from '../engine/exchange.ts'

const packr = new Packr({ useRecords: false, useBigIntExtension: true })
const coins = ['USDT', 'BTC'].map(
  (symbol, index): Stamped => [1_000, { type: 'list-currency', currency: { id: index + 1, symbol, name: symbol } }],
)
const [first, second] = coins as [Stamped, Stamped]

const state = emptyState(JOURNAL)
const rowOf = (batch: number, stamped: Stamped, prevHash: Buffer): Row => ({
  batch,
  firstSeq: batch,
  lastSeq: batch,
  prevHash,
  eventHash: carryOut(state, [stamped]).eventHash,
  format: FORMAT,
  rules: RULES,
  payload: encode([stamped]),
})
const one = rowOf(1, first, FIRST_HASH)
const two = rowOf(2, second, rowHash(one))

const journalOf = (...rows: Row[]): Journal => ({
  id: JOURNAL,
  append: () => Promise.reject(new Error('read only')),
  async *read(after) {
    yield* rows.slice(after)
  },
  close: async () => undefined,
})
const nothing = (): void => undefined

test('two rows as they were written are two commands', async () => {
  const { state: end } = await recover(journalOf(one, two), nothing)
  expect([end.seq, end.currencies.size]).toEqual([2, 2])
})

const payloads: readonly (readonly [what: string, value: unknown])[] = [
  ['nothing', null],
  ['a number', 7],
  ['a text', 'x'],
  ['a map', { 0: second }],
  ['an empty list', []],
  ['a command without a stamp', [second[1]]],
  ['a list of nothing', [null]],
  ['a stamp without a command', [[1_000]]],
  ['a command that is nothing', [[1_000, null]]],
  ['a command that there is not', [[1_000, { type: 'print-money' }]]],
  ['a stamp that is no number', [['now', second[1]]]],
  ['a stamp before the one before', [[999, second[1]]]],
  ['a command without its fields', [[1_000, { type: 'list-currency' }]]],
]

test.each(payloads)('%s in place of commands', async (_what, value) => {
  const refused = recover(journalOf(one, { ...two, payload: packr.pack(value) }), nothing)
  await expect(refused).rejects.toThrow(JournalBroken)
  await expect(refused).rejects.toThrow(/^the journal cannot be replayed: batch 2 /)
})

test.each([
  ['no bytes', { payload: Buffer.alloc(0) }],
  ['bytes that are cut off', { payload: two.payload.subarray(0, 9) }],
  ['bytes that are none of ours', { payload: Buffer.from('c1ffc1', 'hex') }],
  ['a format that is not known', { format: FORMAT + 1 }],
  ['rules that are not known', { rules: RULES + 1 }],
  ['another end', { lastSeq: 3 }],
  ['another beginning', { firstSeq: 3 }],
  ['another number', { batch: 3 }],
  ['another hash of events', { eventHash: FIRST_HASH }],
  ['another hash of the row before', { prevHash: FIRST_HASH }],
] as const)('a row with %s', async (_what, change) => {
  const refused = recover(journalOf(one, { ...two, ...change }), nothing)
  await expect(refused).rejects.toThrow(JournalBroken)
  await expect(refused).rejects.toThrow(/batch [23] /)
})
