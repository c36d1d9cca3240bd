/**
 * A simulated disk: appended rows stay, unless the append fails. PostgreSQL keeps a row completely or not at all,
 * whatever happens during the commit. Only a disk fault or a manual change alters a row, and the next read detects it.
 */

import { SMALL } from '../../src/engine/exchange.ts'
import { type Journal, JournalChanged, type JournalRow } from '../../src/server/sequencer/journal.ts'
import { testHashes } from '../fixtures/record-keys.ts'
import type { Random } from './simulated-traders.ts'

/** The result of an append: kept, lost, or kept but reported as failed. */
export type AppendResult = 'kept' | 'lost' | 'kept, reported as failed'

export type SimulatedDisk = {
  /** For the writer. Earlier writers can no longer append. */
  open(nextResult: () => AppendResult): Journal
  /** Read only. */
  read(): Journal
  /** Call the result to have the rows of now again. Earlier writers can no longer append. */
  backup(): () => void
  /** The last stored command. No later one may be visible. */
  readonly lastSeq: number
  /** Truncates a row or changes one byte of it; mostly the last row, whose append may have been in progress. */
  damageRow(dice: Random): DamagedRow
}

export type DamagedRow = { readonly batch: number; readonly isLast: boolean; repair(): void }

export function simulatedDisk(id: string): SimulatedDisk {
  const rows: JournalRow[] = []
  const hashes = testHashes(id)
  let writer = 0
  async function* rowsAfter(after: number): AsyncIterable<JournalRow> {
    for (const row of rows.slice(after)) yield copyOf(row)
  }
  const read = (): Journal => ({
    id,
    hashes,
    sizes: SMALL,
    read: rowsAfter,
    append: () => Promise.reject(new Error('read only')),
    close: async () => {},
  })
  return {
    read,
    backup() {
      const { length } = rows
      return () => {
        writer += 1
        rows.length = length
      }
    },
    get lastSeq() {
      return rows.at(-1)?.lastSeq ?? 0
    },
    open(nextResult) {
      writer += 1
      const ownWriter = writer
      return {
        ...read(),
        async append(row) {
          if (ownWriter !== writer) throw new Error('another writer is active')
          if (rows.length + 1 !== row.batch) throw new Error(`batch ${row.batch} exists already`)
          if (rows.length > 0 && !rows.at(-1)?.hash?.equals(row.prevHash)) throw new JournalChanged()
          const result = nextResult()
          await Promise.resolve()
          if (result !== 'lost') rows.push(copyOf(row))
          if (result !== 'kept') throw new Error(result)
        },
      }
    },
    damageRow(dice) {
      const index = dice() < 0.7 ? rows.length - 1 : Math.floor(dice() * rows.length)
      const original = rows[index] as JournalRow
      rows[index] = damaged(original, dice)
      const repair = (): void => {
        rows[index] = original
      }
      return { batch: original.batch, isLast: index === rows.length - 1, repair }
    },
  }
}

/** A copy, so that a reader cannot change the stored row. */
const copyOf = (row: JournalRow): JournalRow => ({
  ...row,
  prevHash: Buffer.from(row.prevHash),
  eventHash: Buffer.from(row.eventHash),
  payload: Buffer.from(row.payload),
})

function damaged(row: JournalRow, dice: Random): JournalRow {
  const roll = dice()
  if (roll < 0.3) return { ...row, payload: row.payload.subarray(0, Math.floor(dice() * row.payload.length)) }
  if (roll < 0.8) return { ...row, payload: flipBit(row.payload, dice) }
  if (roll < 0.9) return { ...row, eventHash: flipBit(row.eventHash, dice) }
  return { ...row, prevHash: flipBit(row.prevHash, dice) }
}

export function flipBit(bytes: Buffer, dice: Random): Buffer {
  const copy = Buffer.from(bytes)
  const index = Math.floor(dice() * copy.length)
  copy[index] = (copy[index] ?? 0) ^ (1 << Math.floor(dice() * 8))
  return copy
}
