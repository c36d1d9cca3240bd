/** Rows that this server did not write, found where they are read. They have no effect; operators see their number. */

import type { Log } from './log.ts'

export type ForgedRows = {
  /** How many were found since the start, at most 1,000. */
  readonly count: number
  /** `id`: its key. */
  note(table: string, id: number | string): void
}

/** Who can write one row can write a million. */
const MAX_COUNT = 1_000

export function openForgedRows(log: Log): ForgedRows {
  const found = new Set<string>()
  return {
    get count() {
      return found.size
    },
    note(table, id) {
      const row = `${table} ${id}`
      if (found.has(row) || found.size >= MAX_COUNT) return
      found.add(row)
      log.error({ event: 'row.forged', table, id }, 'ignored a row that this server did not write')
    },
  }
}
