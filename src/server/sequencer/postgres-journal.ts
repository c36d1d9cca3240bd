/** The journal in PostgreSQL, on a dedicated connection that holds the writer's lock. */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../postgres/database.ts'
import { isUniqueViolation, type Queryable, queryOne } from '../postgres/query.ts'
import { PostgresStopped, refuseStopped } from '../postgres/stopped-process.ts'
import type { Tables } from '../postgres/tables.ts'
import { JournalMismatch } from './consumer-positions.ts'
import { databaseReason } from './database-reason.ts'
import {
  type Journal,
  JournalChanged,
  JournalIdentityMissing,
  JournalLocked,
  type JournalRow,
  JournalUnavailable,
  PoolerDetected,
  recordHashes,
} from './journal.ts'
import { readIdentity } from './journal-identity.ts'

const LOCK = 7_836_110
/** Identifies this process, so that it can terminate its own previous session. */
const NAME = `tern-writer-${randomUUID()}`
const ROWS_PER_QUERY = 256
/** The result of a commit that takes longer is unknown. */
const APPEND_TIMEOUT_MILLIS = 10_000

/** `key`: of its keyed hashes. */
export async function openPostgresJournal(database: Database, key: Buffer): Promise<Journal> {
  const client = await database.connect().catch((error: unknown) => {
    throw operatorError(error)
  })
  let broken: Error | undefined
  const listeners: ((error: Error) => void)[] = []
  client.on('error', (error) => {
    broken = error
    for (const listener of listeners) listener(operatorError(error))
  })
  try {
    await client.query(SESSION)
    await refusePooler(client)
    await client.query(TERMINATE_PREVIOUS, [NAME])
    const locked = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK])
    if (locked.rows[0]?.locked !== true) throw await lockedBy(client)
    const commit = durableCommits(client)
    await waitForReplication(commit)
    const id = await readIdentity(client)
    return {
      id,
      hashes: recordHashes(key, id),
      async append(row) {
        if (broken !== undefined) throw operatorError(broken)
        const { rowCount } = await withTimeout(commit(insertOf(row))).catch((error: unknown) => {
          throw operatorError(error)
        })
        if (rowCount !== 1) throw new JournalChanged()
      },
      read: (after) => readRows(client, after),
      close: () => client.end().catch(() => undefined),
      onLost(listener) {
        listeners.push(listener)
        if (broken !== undefined) listener(operatorError(broken))
      },
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw FINAL_ERRORS.some((kind) => error instanceof kind) ? error : operatorError(error)
  }
}

const FINAL_ERRORS = [
  JournalLocked,
  JournalUnavailable,
  PostgresStopped,
  PoolerDetected,
  JournalIdentityMissing,
  JournalMismatch,
]

type Commit = (statement: string | pg.QueryConfig) => Promise<pg.QueryResult>

/**
 * Runs a statement whose commit must be durable. A cancelled wait for a synchronous standby is reported as a success with
 * a warning, which arrives before the result: the commit may be missing on the standby, so its outcome is unknown.
 */
function durableCommits(client: pg.Client): Commit {
  let warning: string | undefined
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') warning = message
  })
  return async (statement) => {
    warning = undefined
    const result = await client.query(statement)
    if (warning !== undefined) throw new UnconfirmedCommit(warning)
    return result
  }
}

class UnconfirmedCommit extends Error {}

/**
 * Commits a change without effect. With a synchronous standby it returns when the standby has everything committed before,
 * so that the journal read afterwards cannot lose rows in a failover. It also detects a full or read-only database, which
 * still answers queries.
 */
const waitForReplication = (commit: Commit): Promise<unknown> =>
  commit('update journal_identity set created_at = created_at')

/** With these keepalives PostgreSQL detects within 15 s that this process is gone. */
const SESSION = `set statement_timeout = ${APPEND_TIMEOUT_MILLIS}; set synchronous_commit = on;
set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2;
set application_name = '${NAME}'`

/** Waits up to 1 s until the session has ended: until then it holds the lock. */
const TERMINATE_PREVIOUS = `select pg_terminate_backend(pid, 1000) from pg_stat_activity
where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`

/** A pooler shares sessions, so a session lock would not exclude other writers. */
async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const announced = (client as unknown as { processID?: number }).processID
  if (announced !== undefined && rows[0]?.pid !== announced) throw new PoolerDetected()
}

const HOLDER = `select a.pid, a.application_name as name, a.backend_start::text as since from pg_locks l join pg_stat_activity a using (pid)
where l.locktype = 'advisory' and l.objid = $1 and l.granted and a.datname = current_database()`

type Holder = { readonly pid: number; readonly name: string; readonly since: string }

/** Our own previous session is no other writer, and a stopped process cannot release the lock. */
async function lockedBy(client: pg.Client): Promise<Error> {
  const holder = await queryOne<Holder>(client, HOLDER, [LOCK])
  if (holder !== undefined) refuseStopped(holder.pid)
  return holder?.name === NAME
    ? new JournalUnavailable('the database has not ended the previous session of this server')
    : new JournalLocked()
}

/** The session of this process that holds the writer's lock; undefined if none does. Throws `JournalLocked` if another process holds it. */
export async function writerSession(client: Queryable): Promise<string | undefined> {
  const holder = await queryOne<Holder>(client, HOLDER, [LOCK])
  if (holder !== undefined && holder.name !== NAME) throw new JournalLocked()
  return holder && `${holder.pid} since ${holder.since}`
}

/** A message without internals, for health replies; the original error is its cause. */
function operatorError(error: unknown): Error {
  // Another process wrote a row with this batch number.
  if (isUniqueViolation(error, 'journal')) return new JournalLocked()
  if (error instanceof PostgresStopped) return error
  if (error instanceof UnconfirmedCommit) return new Error('the standby does not confirm commits', { cause: error })
  return new JournalUnavailable(databaseReason(error), { cause: error })
}

/** Inserts nothing if the row before is missing or has another hash. */
const INSERT = `insert into journal
  (batch, first_seq, last_seq, prev_hash, event_hash, format, rules, payload, hash)
select $1::bigint, $2, $3, $4, $5, $6, $7, $8, $9
where $1 = 1 or exists (select from journal where batch = $1 - 1 and hash = $4)`

/** A named statement is prepared once. */
const insertOf = (row: JournalRow): pg.QueryConfig => ({
  name: 'append',
  text: INSERT,
  values: [
    row.batch,
    row.firstSeq,
    row.lastSeq,
    row.prevHash,
    row.eventHash,
    row.format,
    row.rules,
    row.payload,
    row.hash,
  ],
})

export async function* readRows(client: Pick<pg.ClientBase, 'query'>, from: number): AsyncIterable<JournalRow> {
  let after = from
  // The first query reads one row: some callers need no more.
  for (let limit = 1; ; limit = ROWS_PER_QUERY) {
    const { rows } = await client.query<Tables['journal']>(
      'select * from journal where batch > $1 order by batch limit $2',
      [after, limit],
    )
    for (const row of rows) yield rowOf(row)
    const last = rows[rows.length - 1]
    if (last === undefined) return
    after = last.batch
  }
}

export const rowOf = (row: Tables['journal']): JournalRow => ({
  batch: row.batch,
  firstSeq: row.first_seq,
  lastSeq: row.last_seq,
  prevHash: row.prev_hash,
  eventHash: row.event_hash,
  format: row.format,
  rules: row.rules,
  payload: row.payload,
  hash: row.hash,
})

/** `statement_timeout` ends a slow statement; this one ends the wait for a server that does not respond. */
async function withTimeout<T>(written: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), APPEND_TIMEOUT_MILLIS)
  })
  try {
    return await Promise.race([written, timeout])
  } finally {
    clearTimeout(timer)
  }
}
