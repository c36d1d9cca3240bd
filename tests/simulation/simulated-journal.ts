/** A disk for simulations: what was appended stays, unless this append is the one that goes wrong. */

import type { Journal, Row } from '../../src/server/core/journal.ts'

/** What happens to an append: it is kept, lost, or kept without anybody being told. */
export type Fate = 'kept' | 'lost' | 'kept in silence'

export type Disk = {
  /** For the writer: from now on earlier ones write no more. */
  open(fate: () => Fate): Journal
  /** For somebody who only looks. */
  look(): Journal
}

export function simulatedDisk(id: string): Disk {
  const rows: Row[] = []
  let writer = 0
  async function* read(after: number): AsyncIterable<Row> {
    for (const row of rows.slice(after)) yield { ...row, ...buffers(row) }
  }
  const look = (): Journal => ({
    id,
    read,
    append: () => Promise.reject(new Error('read only')),
    close: async () => {},
  })
  return {
    look,
    open(fate) {
      writer += 1
      const mine = writer
      return {
        ...look(),
        async append(row) {
          if (mine !== writer) throw new Error('another writer came')
          if (rows.length + 1 !== row.batch) throw new Error(`batch ${row.batch} is there already`)
          const end = fate()
          await Promise.resolve()
          if (end !== 'lost') rows.push(structuredClone(row))
          if (end !== 'kept') throw new Error(end)
        },
      }
    },
  }
}

/** Cloning turns buffers into plain byte arrays. */
const buffers = ({ prevHash, eventHash, payload }: Row) => ({
  prevHash: Buffer.from(prevHash),
  eventHash: Buffer.from(eventHash),
  payload: Buffer.from(payload),
})
