/** What the text of a row of the journal, as PostgreSQL writes it, says in its first columns: batch, first and last command. */

import type { Followed } from './format.ts'

export const batchOf = (row: string): number => Number.parseInt(row.slice(1), 10)

/** The last command of the last row; undefined if the entry has none. */
export function lastSeqIn(entry: Followed | undefined): number | undefined {
  const row = entry?.kind === 'rows' ? entry.rows.at(-1) : undefined
  return row === undefined ? undefined : Number(row.split(',', 3)[2])
}
