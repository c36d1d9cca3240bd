/**
 * The lock of the process that writes: its session has it until it ends. `pg_locks` shows the advisory locks of all databases of
 * a server, where other exchanges can run, so that each statement is limited to this database.
 */

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { TakenOver } from '../runtime/errors.ts'
import { type Queryable, query, queryOne } from './query.ts'

const LOCK = 7_836_110

/** PostgreSQL keeps 63 bytes of a name. */
const HOST = hostname()
  .replace(/[^\w.-]/g, '')
  .slice(0, 32)
const OWN = `${HOST}-${randomBytes(4).toString('hex')}`
/** `application_name` of the connections of this process, as the server that writes. */
export const SERVER_NAME = `tern-server-${OWN}`
/** Of its session that has the lock. */
export const WRITER_NAME = `${SERVER_NAME}-writer`
/** `application_name` while it waits until it may write. */
export const STANDBY_NAME = `tern-standby-${OWN}`

/** The session that has the lock. `changedAt`: when `state` began. */
export type Holder = {
  readonly pid: number
  readonly name: string
  readonly since: string
  /** Null if another database user, whose sessions we cannot see or end, has the lock. */
  readonly state: string | null
  readonly changedAt: string | null
  /** Since `changedAt`, by the clock of the database. */
  readonly silentMillis: number
}

const HOLDER = `select a.pid, a.application_name as name, a.backend_start::text as since, a.state,
a.state_change::text as "changedAt",
coalesce(extract(epoch from clock_timestamp() - a.state_change) * 1000, 0)::float8 as "silentMillis"
from pg_locks as l join pg_stat_activity as a using (pid)
where l.locktype = 'advisory' and l.objid = $1 and l.granted
and l.database = (select oid from pg_database where datname = current_database())`

/** Undefined if no process writes. */
export const holderOf = (db: Queryable): Promise<Holder | undefined> => queryOne<Holder>(db, HOLDER, [LOCK])

/** Whether this session has the lock now. */
export async function takeLock(db: Queryable): Promise<boolean> {
  const row = await queryOne<{ isOurs: boolean }>(db, 'select pg_try_advisory_lock($1) as "isOurs"', [LOCK])
  return row?.isOurs === true
}

/** Waits up to a second until the session has ended: until then it has the lock. */
export const endSession = async (db: Queryable, { pid }: Pick<Holder, 'pid'>): Promise<unknown> =>
  query(db, 'select pg_terminate_backend($1, 1000)', [pid])

const OTHER_SERVERS = `select pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and application_name like 'tern-server-%' and application_name not in ($1, $2)`

const END_POLL_MILLIS = 5

/** Ends all connections of other servers of this database, so that they change nothing while this process reads. */
export async function endOtherServers(db: Queryable): Promise<void> {
  while ((await query(db, OTHER_SERVERS, [SERVER_NAME, WRITER_NAME])).length > 0) await pause(END_POLL_MILLIS)
}

/** Of a process that was the writer, or has become it: its new connections must find no other one. */
export async function refuseOtherWriter(db: Queryable): Promise<void> {
  const holder = await holderOf(db)
  if (holder !== undefined && holder.name !== WRITER_NAME) throw new TakenOver()
}

const BEAT_MILLIS = 1_000
/** Not a time: after a pause of this process, an answer that has arrived is read before the next look. */
const MAX_LOOKS = 3

/**
 * Sends a statement each second, until the connection ends: a process that waits ends a session that is idle for too long. A
 * database that has not answered it at the third look after it is an error of the connection.
 */
export function sendBeats(client: pg.Client, beatMillis = BEAT_MILLIS): void {
  let looks: number | undefined
  const timer = setInterval(() => {
    if (looks !== undefined) {
      looks += 1
      if (looks >= MAX_LOOKS) fail(new Error('the database did not answer a beat'))
      return
    }
    // A statement that runs is a sign of life as well.
    if (!(client as unknown as { readonly readyForQuery: boolean }).readyForQuery) return
    looks = 0
    client.query('select 1').then(() => {
      looks = undefined
    }, fail)
  }, beatMillis).unref()
  client.once('end', () => clearInterval(timer))

  function fail(error: unknown): void {
    clearInterval(timer)
    client.emit('error', error)
  }
}
