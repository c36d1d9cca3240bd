/**
 * The text of a row of the journal as PostgreSQL writes it. It is made here from the columns that were verified: the owner of a
 * database can replace how it writes rows.
 */

import { decode, type Stamped } from '../sequencer/command-codec.ts'
import type { JournalRow } from '../sequencer/journal.ts'
import type { Entry, Followed } from './format.ts'

const BYTES = '"\\\\x'
const bytes = (value: Buffer): string => `${BYTES}${value.toString('hex')}"`

export const textOf = (row: JournalRow): string => {
  const { batch, firstSeq, lastSeq, prevHash, eventHash, format, rules, payload, hash } = row
  const before = [batch, firstSeq, lastSeq, bytes(prevHash), bytes(eventHash)]
  return `(${[...before, format, rules, bytes(payload), bytes(hash)].join(',')})`
}

export function commandsIn(row: string): readonly Stamped[] {
  const columns = row.split(',')
  return decode(Number(columns[5]), Buffer.from(columns[7]?.slice(BYTES.length, -1) ?? '', 'hex'))
}

export const batchOf = (row: string): number => Number.parseInt(row.slice(1), 10)

/** The last command of the last row; undefined if the entry has no row of the journal. */
export function lastSeqIn(entry: Entry | Followed | undefined): number | undefined {
  const row = entry?.kind === 'rows' && entry.table === 'journal' ? entry.rows.at(-1) : undefined
  return row === undefined ? undefined : Number(row.split(',', 3)[2])
}
