/**
 * A disk for simulations: what was appended stays, unless this append is the one that goes wrong. PostgreSQL keeps a
 * row whole or not at all, whatever happens while it commits; only a medium that decays, or somebody's hand, changes
 * one, and that is noticed by the next who reads it.
 */

import type { Journal, Row } from '../../src/server/core/journal.ts'
import type { Dice } from './simulated-traders.ts'

/** What happens to an append: it is kept, lost, or kept without anybody being told. */
export type Fate = 'kept' | 'lost' | 'kept in silence'

export type Disk = {
  /** For the writer: from now on earlier ones write no more. */
  open(fate: () => Fate): Journal
  /** For somebody who only looks. */
  look(): Journal
  /** The last command on it: nobody may be told of a later one. */
  readonly lastSeq: number
  /** Cuts a row or changes a byte of it: mostly of the last, whose fate nobody may know. */
  tear(dice: Dice): Tear
}

export type Tear = { readonly batch: number; readonly isLast: boolean; mend(): void }

export function simulatedDisk(id: string): Disk {
  const rows: Row[] = []
  let writer = 0
  async function* read(after: number): AsyncIterable<Row> {
    for (const row of rows.slice(after)) yield copyOf(row)
  }
  const look = (): Journal => ({
    id,
    read,
    append: () => Promise.reject(new Error('read only')),
    close: async () => {},
  })
  return {
    look,
    get lastSeq() {
      return rows.at(-1)?.lastSeq ?? 0
    },
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
          if (end !== 'lost') rows.push(copyOf(row))
          if (end !== 'kept') throw new Error(end)
        },
      }
    },
    tear(dice) {
      const place = dice() < 0.7 ? rows.length - 1 : Math.floor(dice() * rows.length)
      const sound = rows[place] as Row
      rows[place] = torn(sound, dice)
      const mend = (): void => {
        rows[place] = sound
      }
      return { batch: sound.batch, isLast: place === rows.length - 1, mend }
    },
  }
}

/** Nobody who is handed a row can change it for others. */
const copyOf = (row: Row): Row => ({
  ...row,
  prevHash: Buffer.from(row.prevHash),
  eventHash: Buffer.from(row.eventHash),
  payload: Buffer.from(row.payload),
})

function torn(row: Row, dice: Dice): Row {
  const roll = dice()
  if (roll < 0.3) return { ...row, payload: row.payload.subarray(0, Math.floor(dice() * row.payload.length)) }
  if (roll < 0.8) return { ...row, payload: changed(row.payload, dice) }
  if (roll < 0.9) return { ...row, eventHash: changed(row.eventHash, dice) }
  return { ...row, prevHash: changed(row.prevHash, dice) }
}

export function changed(bytes: Buffer, dice: Dice): Buffer {
  const copy = Buffer.from(bytes)
  const place = Math.floor(dice() * copy.length)
  copy[place] = (copy[place] ?? 0) ^ (1 << Math.floor(dice() * 8))
  return copy
}
