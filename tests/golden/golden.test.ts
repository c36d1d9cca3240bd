import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectDefined } from '../../src/engine/assert.ts'
import { assertInvariants } from '../../src/engine/exchange.ts'
import { JournalCorrupt, replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { loadSnapshot } from '../../src/server/sequencer/snapshots.ts'
import { endOf, type GoldenJournal, journalOf } from './golden-journal.ts'
import { storedOf } from './golden-snapshot.ts'

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'))
const read = (name: string): GoldenJournal => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'))
const ignoreBatch = (): void => undefined

test.each(names)('The golden journal %s still leads to its end state', async (name) => {
  const golden = read(name)
  // Recovery verifies the hash of every batch and of its events.
  const { state } = await replayJournal(journalOf(golden), ignoreBatch)
  assertInvariants(state)
  expect(endOf(state)).toEqual(golden.end)
})

const snapshots = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.snapshot'))

test.each(snapshots)('The golden snapshot %s is readable and equals the end state of its journal', async (name) => {
  const golden = read(name.replace('.snapshot', '.json'))
  const stored = storedOf(JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')))
  const [head] = await stored.heads()
  const { state } = await loadSnapshot(stored, expectDefined(head, 'the snapshot has a head'), journalOf(golden))
  assertInvariants(state)
  expect(endOf(state)).toEqual(golden.end)
})

test('A snapshot with the keyed hashes of this exchange and another state is not used', async () => {
  const [name = ''] = snapshots
  const journal = journalOf(read(name.replace('.snapshot', '.json')))
  const stored = storedOf(JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')))
  const [head] = await stored.heads()
  const facts = { ...expectDefined(head, 'the snapshot has a head'), stateHash: Buffer.alloc(32) }
  const hash = journal.hashes.snapshot(facts)
  async function* chunks() {
    let number = 0
    for await (const chunk of stored.chunks(facts.batch)) {
      const content = chunk.subarray(hash.length)
      yield Buffer.concat([journal.hashes.chunk(hash, number++, content), content])
    }
  }
  const loading = loadSnapshot({ heads: stored.heads, chunks }, { ...facts, hash }, journal)
  await expect(loading).rejects.toThrow('its state has another hash')
})

const [first = ''] = names
const recoverChanged = (change: (golden: GoldenJournal) => GoldenJournal): Promise<unknown> =>
  replayJournal(journalOf(change(read(first))), ignoreBatch)

test('Recovery detects a changed byte and names its batch', async () => {
  const { rows } = read(first)
  for (const index of [0, 7, Math.floor(rows.length / 2), rows.length - 2, rows.length - 1])
    for (const column of ['payload', 'eventHash', 'prevHash'] as const) {
      const flip = (text: string): string => {
        const bytes = Buffer.from(text, 'base64')
        const last = bytes.length - 1
        bytes[last] = (bytes[last] ?? 0) ^ 1
        return bytes.toString('base64')
      }
      const changed = recoverChanged((golden) => ({
        ...golden,
        rows: golden.rows.map((row, each) => (each === index ? { ...row, [column]: flip(row[column]) } : row)),
      }))
      // The events are compared with the row, and the row with the next row.
      const named = `batch (${index + 1}|${index + 2}) `
      await expect(changed, `${column} of ${index + 1}`).rejects.toThrow(new RegExp(named))
      await expect(changed).rejects.toThrow(JournalCorrupt)
    }
})

test('Recovery detects a missing, duplicated or swapped batch', async () => {
  const cases: ((rows: GoldenJournal['rows']) => GoldenJournal['rows'])[] = [
    (rows) => rows.filter((_, index) => index !== 5),
    (rows) => [...rows.slice(0, 6), ...rows.slice(5)],
    (rows) => [...rows.slice(0, 5), ...rows.slice(6, 7), ...rows.slice(5, 6), ...rows.slice(7)],
    (rows) => rows.slice(1),
  ]
  for (const change of cases)
    await expect(recoverChanged((golden) => ({ ...golden, rows: change(golden.rows) }))).rejects.toThrow(JournalCorrupt)
})
