/**
 * Feeds what was done, in order, to the tables that answer questions about the past. They run behind, and hold up an
 * order only when they are too far behind; each writes its rows and its place in one transaction, so a crash repeats
 * nothing and skips nothing.
 */

import type pg from 'pg'
import type { Seq } from '../../contract/ids.ts'
import type { Done } from '../core/carry-out.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import { transaction } from '../postgres/transaction.ts'

export type Projection = {
  readonly name: string
  /** Is told everything once, in order: its place is kept in the same transaction. */
  write(client: pg.ClientBase, done: readonly Done[]): Promise<void>
}

export type Projector = {
  done(batch: readonly Done[]): void
  /** Resolves when not too much is waiting to be written; undefined when that is so. */
  room(): Promise<unknown> | undefined
  /** The last command in the tables. */
  readonly seq: Seq
  /** Orders wait: too much is not written yet. */
  readonly isFull: boolean
  /** Waits until the tables are as far as `seq`; false when they are not in time. */
  caughtUp(seq: Seq, withinMillis: number): Promise<boolean>
  /** Writes what is waiting, if the database allows, and ends. */
  stop(): Promise<void>
}

const MOST_AT_ONCE = 2_000
/** How far the tables may fall behind before orders wait for them. */
const MOST_WAITING = 50_000
const RETRY_MILLIS = 500

export async function startProjector(
  database: Database,
  projections: readonly Projection[],
  log: Log,
  mostWaiting = MOST_WAITING,
): Promise<Projector> {
  await enroll(database, projections)
  let seq = Math.min(...(await Promise.all(projections.map(({ name }) => placeOf(database.pool, name)))))
  let waiting: Done[] = []
  let running: Promise<void> | undefined
  let stopping = false
  const watchers = new Set<() => void>()
  const isFull = (): boolean => waiting.length > mostWaiting

  /** Whether it came to be so in time. */
  function until(isSo: () => boolean, withinMillis?: number): Promise<boolean> {
    if (isSo()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = (isThere: boolean): void => {
        clearTimeout(timer)
        watchers.delete(watch)
        resolve(isThere)
      }
      const watch = (): void => {
        if (isSo()) end(true)
      }
      const timer = withinMillis === undefined ? undefined : setTimeout(end, withinMillis, false)
      watchers.add(watch)
    })
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      try {
        await write(database, projections, batch)
      } catch (error) {
        log.warn({ err: error }, 'history could not be written: trying again')
        if (stopping) return
        await new Promise((wake) => setTimeout(wake, RETRY_MILLIS))
        continue
      }
      waiting = waiting.slice(batch.length)
      seq = batch[batch.length - 1]?.seq ?? seq
      for (const watch of watchers) watch()
    }
  }

  return {
    done(batch) {
      for (const each of batch) if (each.seq > seq) waiting.push(each)
      running ??= run().finally(() => {
        running = undefined
      })
    },
    room: () => (isFull() ? until(() => !isFull() || stopping) : undefined),
    get seq() {
      return seq
    },
    get isFull() {
      return isFull()
    },
    caughtUp: (wanted, withinMillis) => until(() => seq >= wanted, withinMillis),
    async stop() {
      stopping = true
      for (const watch of watchers) watch()
      await running
    },
  }
}

async function enroll({ pool }: Database, projections: readonly Projection[]): Promise<void> {
  await pool.query(ENROLL, [projections.map(({ name }) => name)])
}

/** A new one begins where the journal does: with the first command, or after the snapshot that it was cut off at. */
const ENROLL = `insert into projection_places
select name, coalesce((
  select min(seq) from snapshots
  where batch >= (select min(batch) from journal) and (select min(batch) from journal) > 1
), 0) from unnest($1::text[]) as name
on conflict do nothing`

/** How far a projection has come; 0 before it has begun. */
async function placeOf(client: Pick<pg.ClientBase, 'query'>, name: string): Promise<Seq> {
  const { rows } = await client.query<{ seq: Seq }>('select seq from projection_places where name = $1', [name])
  return rows[0]?.seq ?? 0
}

/** What `look` finds in the tables of a projection as of its place: whoever was here before us may still be writing. */
export const lookAt = <T>(
  database: Pick<Database, 'pool'>,
  name: string,
  look: (client: pg.ClientBase) => Promise<T>,
): Promise<{ readonly place: Seq; readonly found: T }> =>
  transaction(database.pool, 'begin isolation level repeatable read read only', async (client) => ({
    place: await placeOf(client, name),
    found: await look(client),
  }))

/** Each at its own pace: what one has already heard it is not told again, since some of them add up. */
async function write(database: Database, projections: readonly Projection[], batch: readonly Done[]): Promise<void> {
  const last = batch[batch.length - 1]?.seq ?? 0
  for (const { name, write } of projections)
    await transaction(database.pool, 'begin', async (client) => {
      const place = await client.query<{ seq: Seq }>('select seq from projection_places where name = $1 for update', [
        name,
      ])
      const heard = place.rows[0]?.seq ?? 0
      const news = batch.filter(({ seq }) => seq > heard)
      if (news.length === 0) return
      await write(client, news)
      await client.query('update projection_places set seq = $2 where name = $1', [name, last])
    })
}
