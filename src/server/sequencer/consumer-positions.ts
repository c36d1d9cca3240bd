/**
 * How far everything that was written from the journal has come. A journal that ends before one of them has lost rows:
 * continuing it would give numbers of accepted orders to other commands.
 */

import type { Seq } from '../../contract/ids.ts'
import { type Queryable, query } from '../postgres/query.ts'

type ConsumerPosition = {
  /** Names the consumer in an error message. */
  readonly name: string
  /** The last command that it contains. */
  readonly seq: Seq
  /** The journal that it was written from; undefined if it does not store one. */
  readonly journal?: string | undefined
}
export type ConsumerPositions = readonly ConsumerPosition[]

/** The journal does not belong to this database, or lost its newest rows. */
export class JournalMismatch extends Error {}

/** Throws `JournalMismatch` if a consumer was written from another journal. */
export function verifyIdentity(id: string, positions: ConsumerPositions): void {
  const known = positions.filter(({ journal }) => journal !== undefined)
  const other = known.find(({ journal }) => journal !== id)
  if (other === undefined) return
  const change = known.every(({ journal }) => journal === other.journal)
    ? `the id of journal_identity to ${other.journal}`
    : `the journal of this row of projection_positions to ${id}`
  throw new JournalMismatch(
    `${other.name} belongs to the journal ${other.journal}, but this journal is ${id}: restore the whole database from one backup` +
      orChanged(change),
  )
}

/** A row of a read model proves nothing, but without an anchor of the last moment it can be the only sign of a loss. */
const orChanged = (change: string): string =>
  `. If nothing is missing and another program has changed the row, set ${change} and start again`

/** Throws `JournalMismatch` if a consumer contains commands after `end`, the last command of the journal. */
export function verifyPositions(end: Seq, positions: ConsumerPositions): void {
  for (const { name, seq } of positions)
    if (seq > end)
      throw new JournalMismatch(
        `the journal ends at command ${end}, but ${name} contains command ${seq}: ` +
          `restore the missing journal rows from a backup or a replica${orChanged(`the seq of this row of projection_positions to ${end}`)}`,
      )
}

/**
 * Accounts of users are opened by commands, so users without any command are a sign of a lost journal too. Rows of keyed tables
 * are not asked: each of them is verified where it is used, and one that another program inserts ends no start.
 */
const POSITIONS = `select 'the read model ' || name as name, seq, journal::text as journal from projection_positions
union all (select 'the table users', 1, null from users limit 1)`

export async function storedPositions(client: Queryable): Promise<ConsumerPositions> {
  const rows = await query<{ name: string; seq: Seq; journal: string | null }>(client, POSITIONS)
  return rows.map(({ name, seq, journal }) => ({ name, seq, journal: journal ?? undefined }))
}
