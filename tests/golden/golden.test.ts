import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { known } from '../../src/engine/assert.ts'
import { assertSound } from '../../src/engine/ledger/conservation.ts'
import { JournalBroken, recover } from '../../src/server/core/recovery.ts'
import { load } from '../../src/server/core/snapshots.ts'
import { endOf, type GoldenJournal, journalOf } from './golden-journal.ts'
import { storedOf } from './golden-snapshot.ts'

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'))
const read = (name: string): GoldenJournal => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'))
const nothing = (): void => undefined

test.each(names)('%s still leads where it led', async (name) => {
  const golden = read(name)
  // Recovery compares the hash of every batch and of all its events.
  const { state } = await recover(journalOf(golden), nothing)
  assertSound(state)
  expect(endOf(state)).toEqual(golden.end)
})

const snapshots = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.snapshot'))

test.each(snapshots)('%s is still readable, and is the state that its journal leads to', async (name) => {
  const golden = read(name.replace('.snapshot', '.json'))
  const stored = storedOf(JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')))
  const [head] = await stored.heads()
  const { state } = await load(stored, known(head, 'there is one'), journalOf(golden))
  assertSound(state)
  expect(endOf(state)).toEqual(golden.end)
})

const [first = ''] = names
const altered = (change: (golden: GoldenJournal) => GoldenJournal): Promise<unknown> =>
  recover(journalOf(change(read(first))), nothing)

test('a changed byte anywhere is noticed, and the batch is named', async () => {
  const { rows } = read(first)
  for (const place of [0, 7, Math.floor(rows.length / 2), rows.length - 2, rows.length - 1])
    for (const column of ['payload', 'eventHash', 'prevHash'] as const) {
      const flip = (text: string): string => {
        const bytes = Buffer.from(text, 'base64')
        const last = bytes.length - 1
        bytes[last] = (bytes[last] ?? 0) ^ 1
        return bytes.toString('base64')
      }
      const changed = altered((golden) => ({
        ...golden,
        rows: golden.rows.map((row, index) => (index === place ? { ...row, [column]: flip(row[column]) } : row)),
      }))
      // What was carried out is compared with the row itself, and the row with the one that follows it.
      const named = `batch (${place + 1}|${place + 2}) `
      await expect(changed, `${column} of ${place + 1}`).rejects.toThrow(new RegExp(named))
      await expect(changed).rejects.toThrow(JournalBroken)
    }
})

test('a missing, doubled or swapped batch is noticed', async () => {
  const cases: ((rows: GoldenJournal['rows']) => GoldenJournal['rows'])[] = [
    (rows) => rows.filter((_, index) => index !== 5),
    (rows) => [...rows.slice(0, 6), ...rows.slice(5)],
    (rows) => [...rows.slice(0, 5), ...rows.slice(6, 7), ...rows.slice(5, 6), ...rows.slice(7)],
    (rows) => rows.slice(1),
  ]
  for (const change of cases)
    await expect(altered((golden) => ({ ...golden, rows: change(golden.rows) }))).rejects.toThrow(JournalBroken)
})
