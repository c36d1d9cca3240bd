/**
 * How far one read model is written. This process knows what it has written: another position that is stored later is of another
 * program, and has no effect. What is stored is believed when the writer's lock of the journal was taken anew, because a process
 * that held it before may have written more; it can then not be after the end of the journal.
 */

import type { Seq } from '../../contract/ids.ts'
import { type Queryable, queryOne } from '../postgres/query.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { writerSession } from '../sequencer/writer-session.ts'

/** In each transaction that writes the read model: `lock`, its rows, `set`; after the commit `committed`. */
export type Place = {
  /**
   * The last command that the read model contains. Other transactions that write it wait. Throws `JournalLocked` if another
   * process writes the journal: it writes the read models too.
   */
  lock(client: Queryable): Promise<Seq>
  set(client: Queryable, seq: Seq): Promise<void>
  /** Not called if the commit failed, or if its result is unknown. */
  committed(): void
}

export type PlaceOptions = {
  /** Receives the positions of another program. */
  readonly forged?: Pick<ForgedRows, 'note'>
  /** Of this process; without it, what is stored is believed. */
  readonly sequencer?: Pick<Sequencer, 'recoveredSeq'>
}

/** `name`: of the read model. */
export function openPlace(name: string, { forged, sequencer }: PlaceOptions): Place {
  let written: Seq = 0
  /** Holds the writer's lock since `written` was compared with what is stored. */
  let session: string | undefined
  /** The transaction that sets the position to `seq`, until its result is known. */
  let open: { readonly id: string; readonly seq: Seq } | undefined

  function committed(): void {
    written = open?.seq ?? written
    open = undefined
  }

  async function resolveOpen(client: Queryable): Promise<void> {
    if (open === undefined) return
    const status = (await queryOne<{ status: string | null }>(client, STATUS, [open.id]))?.status
    if (status === 'in progress') throw new Error(`the previous transaction of ${name} has not ended`)
    if (status === 'committed') committed()
    open = undefined
  }

  return {
    async lock(client) {
      const stored = (await queryOne<{ seq: Seq }>(client, LOCK_POSITION, [name]))?.seq ?? 0
      // After the lock: a process that takes the journal later reads the position after this transaction.
      const current = await writerSession(client)
      const isKnown = current !== undefined && current === session
      if (isKnown) await resolveOpen(client)
      // A copy that was promoted can have given the number of the transaction to another one.
      else if (open !== undefined && stored >= open.seq) committed()
      open = undefined
      const end = current === undefined ? undefined : sequencer?.recoveredSeq
      const seq = isKnown ? written : Math.max(written, Math.min(stored, end ?? stored))
      if (end !== undefined) [written, session] = [seq, current]
      if (stored !== seq) forged?.note('projection_positions', name)
      return seq
    },
    async set(client, seq) {
      const row =
        (await queryOne<{ id: string }>(client, SET_POSITION, [name, seq])) ??
        (await queryOne<{ id: string }>(client, INSERT_POSITION, [name, seq]))
      open = row && { id: row.id, seq }
    },
    committed,
  }
}

const LOCK_POSITION = 'select seq from projection_positions where name = $1 for update'
const ID = 'pg_current_xact_id()::text as id'
const SET_POSITION = `update projection_positions set seq = $2 where name = $1 returning ${ID}`
const INSERT_POSITION = `insert into projection_positions (name, seq, journal)
values ($1, $2, (select id from journal_identity)) returning ${ID}`
const STATUS = 'select pg_xact_status($1::xid8) as status'
