/** The connection that has the writer's lock of the journal. Only its session appends rows. */

import type pg from 'pg'
import type { Database } from '../postgres/database.ts'
import { type Queryable, queryOne } from '../postgres/query.ts'
import { refuseStopped } from '../postgres/stopped-process.ts'
import { endOtherServers, endSession, holderOf, sendBeats, takeLock, WRITER_NAME } from '../postgres/writer-lock.ts'
import { JournalLocked, TakenOver } from '../runtime/errors.ts'
import { JournalUnavailable, PoolerDetected } from './journal.ts'

/** Has the writer's lock. */
export type WriterSession = pg.Client

/** The result of a commit that takes longer is unknown. */
export const APPEND_TIMEOUT_MILLIS = 10_000

/**
 * Ends an earlier session of this process. Throws `JournalLocked` if another process writes, `TakenOver` if this one did before,
 * `PoolerDetected`, and errors of the database.
 */
export async function openWriterSession(database: Database): Promise<pg.Client> {
  const client = await database.connect()
  try {
    await refusePooler(client)
    const holder = await holderOf(client)
    if (holder?.name === WRITER_NAME) await endSession(client, holder)
    if (!(await takeLock(client))) throw await lockedBy(client, database.isFenced)
    await beginWriting(client)
    database.fence()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** With these PostgreSQL detects within 15 s that this process is gone, or reads no more of what was asked for. */
const SETTINGS = `set statement_timeout = ${APPEND_TIMEOUT_MILLIS}; set synchronous_commit = on;
set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2; set tcp_user_timeout = 15000;
set application_name = '${WRITER_NAME}'`

/** Of a session that has just got the lock: afterwards no other server has a connection. */
export async function beginWriting(client: pg.Client): Promise<void> {
  sendBeats(client)
  await client.query(SETTINGS)
  await endOtherServers(client)
}

/** A pooler shares sessions, so a session lock would not exclude other writers. */
export async function refusePooler(client: pg.Client): Promise<void> {
  const row = await queryOne<{ pid: number }>(client, 'select pg_backend_pid() as pid')
  const announced = (client as unknown as { processID?: number }).processID
  if (announced !== undefined && row?.pid !== announced) throw new PoolerDetected()
}

/** Our own previous session is no other writer, and a stopped process cannot release the lock. */
async function lockedBy(client: pg.Client, wasWriter: boolean): Promise<Error> {
  const holder = await holderOf(client)
  if (holder !== undefined) refuseStopped(holder.pid)
  if (holder?.name === WRITER_NAME)
    return new JournalUnavailable('the database has not ended the previous session of this server')
  return wasWriter ? new TakenOver() : new JournalLocked()
}

/** The session of this process that has the writer's lock; undefined if none does. Throws `JournalLocked` if another process has it. */
export async function writerSession(client: Queryable): Promise<string | undefined> {
  const holder = await holderOf(client)
  if (holder !== undefined && holder.name !== WRITER_NAME) throw new JournalLocked()
  return holder && `${holder.pid} since ${holder.since}`
}
