/**
 * Writes executed commands, in order, into the read models. They lag behind the journal, and apply backpressure only when
 * the lag is too large. Each commits its rows together with its position, so a crash neither repeats nor skips a command.
 * `place.ts` says which stored position is believed.
 */

import type pg from 'pg'
import type { Seq } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { type Queryable, queryOne } from '../postgres/query.ts'
import { transaction } from '../postgres/transaction.ts'
import type { Log } from '../runtime/log.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'
import { openPlace, type Place, type PlaceOptions } from './place.ts'

export type Projection = {
  readonly name: string
  /** Receives every command once, in order; its position is stored in the same transaction. */
  write(client: pg.ClientBase, batch: readonly ExecutedCommand[]): Promise<void>
  /** Called after the commit of what was written. */
  onWritten?(): void
}

export type Projector = {
  onCommitted(batch: readonly ExecutedCommand[]): void
  /** Resolves when the lag is acceptable again; undefined while it is. */
  backpressure(): Promise<unknown> | undefined
  /** The last command that all read models contain. */
  readonly seq: Seq
  /** The lag is too large: no commands are executed. */
  readonly isFull: boolean
  /** The last write failed and is being retried. */
  readonly isFailing: boolean
  /** Waits until the read models contain `seq`; false after the timeout. */
  waitFor(seq: Seq, timeoutMillis: number): Promise<boolean>
  /** Writes what is queued, if the database is available. */
  stop(): Promise<void>
}

export type ProjectorOptions = PlaceOptions & {
  /** Commands that may be queued before backpressure applies. */
  readonly maxQueued?: number
}

type Placed = { readonly projection: Projection; readonly place: Place }

const MAX_BATCH_SIZE = 2_000
const MAX_QUEUED = 50_000
const RETRY_MILLIS = 500

export async function startProjector(
  database: Database,
  projections: readonly Projection[],
  log: Log,
  { maxQueued = MAX_QUEUED, ...options }: ProjectorOptions = {},
): Promise<Projector> {
  await insertPositions(database, projections)
  const placed = projections.map((projection) => ({ projection, place: openPlace(projection.name, options) }))
  let seq = Math.min(...(await Promise.all(projections.map(({ name }) => positionOf(database.pool, name)))))
  let queued: ExecutedCommand[] = []
  let running: Promise<void> | undefined
  let stopping = false
  let isFailing = false
  const { until, notify } = waiters()
  const isFull = (): boolean => queued.length > maxQueued

  async function run(): Promise<void> {
    while (queued.length > 0) {
      const batch = queued.slice(0, MAX_BATCH_SIZE)
      try {
        await write(database, placed, batch)
        isFailing = false
      } catch (error) {
        isFailing = true
        log.warn({ event: 'projector.failed', err: error }, 'read models could not be written: retrying')
        if (stopping) return
        await new Promise((wake) => setTimeout(wake, RETRY_MILLIS))
        continue
      }
      queued = queued.slice(batch.length)
      seq = batch[batch.length - 1]?.seq ?? seq
      notify()
    }
  }

  return {
    onCommitted(batch) {
      for (const each of batch) if (each.seq > seq) queued.push(each)
      running ??= run().finally(() => {
        running = undefined
      })
    },
    backpressure: () => (isFull() ? until(() => !isFull() || stopping) : undefined),
    get seq() {
      return seq
    },
    get isFull() {
      return isFull()
    },
    get isFailing() {
      return isFailing
    },
    waitFor: (wanted, timeoutMillis) => until(() => seq >= wanted, timeoutMillis),
    async stop() {
      stopping = true
      notify()
      await running
    },
  }
}

/** Promises that wait for a condition, which is checked on `notify`. */
function waiters() {
  const watchers = new Set<() => void>()
  return {
    notify(): void {
      for (const watch of watchers) watch()
    },
    /** False after the timeout. */
    until(condition: () => boolean, timeoutMillis?: number): Promise<boolean> {
      if (condition()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const end = (isMet: boolean): void => {
          clearTimeout(timer)
          watchers.delete(watch)
          resolve(isMet)
        }
        const watch = (): void => {
          if (condition()) end(true)
        }
        const timer = timeoutMillis === undefined ? undefined : setTimeout(end, timeoutMillis, false)
        watchers.add(watch)
      })
    },
  }
}

async function insertPositions({ pool }: Database, projections: readonly Projection[]): Promise<void> {
  await pool.query(INSERT_POSITIONS, [projections.map(({ name }) => name)])
}

/** A new read model starts with the journal: at its first command, or after the snapshot that it was truncated at. */
const INSERT_POSITIONS = `insert into projection_positions (name, seq, journal)
select name, coalesce((
  select min(seq) from snapshots
  where batch >= (select min(batch) from journal) and (select min(batch) from journal) > 1
), 0), (select id from journal_identity) from unnest($1::text[]) as name
on conflict do nothing`

/** The last command that the read model contains; 0 before the first. */
async function positionOf(client: Queryable, name: string): Promise<Seq> {
  const row = await queryOne<{ seq: Seq }>(client, 'select seq from projection_positions where name = $1', [name])
  return row?.seq ?? 0
}

/** Reads a read model together with its position, in one snapshot: a previous process may still be writing. */
export const readAtPosition = <T>(
  database: Pick<Database, 'pool'>,
  name: string,
  read: (client: pg.ClientBase) => Promise<T>,
): Promise<{ readonly position: Seq; readonly result: T }> =>
  transaction(database.pool, 'begin isolation level repeatable read read only', async (client) => ({
    position: await positionOf(client, name),
    result: await read(client),
  }))

/** Writes all read models even if one fails: the retry of the batch then affects only that one. */
async function write(database: Database, placed: readonly Placed[], batch: readonly ExecutedCommand[]): Promise<void> {
  const failures: unknown[] = []
  for (const { projection, place } of placed)
    await writeOne(database, projection, place, batch)
      .then(() => projection.onWritten?.())
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Skips commands that this read model contains already: some read models add values up. */
async function writeOne(
  { pool }: Database,
  { write }: Projection,
  place: Place,
  batch: readonly ExecutedCommand[],
): Promise<void> {
  await transaction(pool, 'begin', async (client) => {
    const written = await place.lock(client)
    const unwritten = batch.filter(({ seq }) => seq > written)
    const last = unwritten.at(-1)
    if (last === undefined) return
    await write(client, unwritten)
    await place.set(client, last.seq)
  })
  place.committed()
}
