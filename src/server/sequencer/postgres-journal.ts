/** The journal in PostgreSQL, on a dedicated connection that holds the writer's lock. */

import type pg from 'pg'
import type { Database } from '../postgres/database.ts'
import { isUniqueViolation, queryOne } from '../postgres/query.ts'
import { PostgresStopped } from '../postgres/stopped-process.ts'
import type { Tables } from '../postgres/tables.ts'
import { JournalLocked } from '../runtime/errors.ts'
import { JournalMismatch } from './consumer-positions.ts'
import { databaseReason } from './database-reason.ts'
import {
  type Journal,
  JournalChanged,
  JournalIdentityMissing,
  type JournalRow,
  JournalUnavailable,
  PoolerDetected,
  recordHashes,
} from './journal.ts'
import { readIdentity } from './journal-identity.ts'
import { APPEND_TIMEOUT_MILLIS, openWriterSession } from './writer-session.ts'

const ROWS_PER_QUERY = 256

type JournalOptions = {
  /** Has the writer's lock; without it, the lock is taken. */
  readonly session?: pg.Client | undefined
  /** How many servers must have a commit: 2 needs a synchronous standby. */
  readonly copies?: number
}

/** `key`: of its keyed hashes. */
export async function openPostgresJournal(
  database: Database,
  key: Buffer,
  { session, copies = 1 }: JournalOptions = {},
): Promise<Journal> {
  const client =
    session ??
    (await openWriterSession(database).catch((error: unknown) => {
      throw operatorError(error)
    }))
  let broken: Error | undefined
  const listeners: ((error: Error) => void)[] = []
  client.on('error', (error) => {
    broken = error
    for (const listener of listeners) listener(operatorError(error))
  })
  try {
    const commit = durableCommits(client)
    // Before and after: what is in between must have waited for it.
    if (copies > 1) await refuseWithoutStandby(client)
    await waitForReplication(commit)
    if (copies > 1) await refuseWithoutStandby(client)
    const id = await readIdentity(client)
    return {
      id,
      hashes: recordHashes(key, id),
      async append(row) {
        if (broken !== undefined) throw operatorError(broken)
        try {
          const { rowCount } = await withTimeout(commit(insertOf(row, copies)))
          // Also after a commit: one that waits for a standby ends when the setting is emptied.
          if (copies > 1) await withTimeout(refuseWithoutStandby(client))
          if (rowCount !== 1) throw new JournalChanged()
        } catch (error) {
          throw error instanceof JournalChanged ? error : operatorError(error)
        }
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
    throw operatorError(error)
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

/** A message without internals, for health replies; the original error is its cause. */
function operatorError(error: unknown): Error {
  // Another process wrote a row with this batch number.
  if (isUniqueViolation(error, 'journal')) return new JournalLocked()
  if (error instanceof Error && FINAL_ERRORS.some((kind) => error instanceof kind)) return error
  if (error instanceof UnconfirmedCommit) return new Error('the standby does not confirm commits', { cause: error })
  return new JournalUnavailable(databaseReason(error), { cause: error })
}

const STANDBYS = `current_setting('synchronous_standby_names')`

/** With an empty setting PostgreSQL answers a commit that no other server has. */
async function refuseWithoutStandby(client: pg.Client): Promise<void> {
  const row = await queryOne<{ names: string }>(client, `select ${STANDBYS} as names`)
  if (row?.names === '')
    throw new JournalUnavailable('the database has no synchronous standby, which JOURNAL_COPIES=2 needs')
}

/** Inserts nothing if the row before is missing or has another hash. */
const INSERT = `insert into journal
  (batch, first_seq, last_seq, prev_hash, event_hash, format, rules, payload, hash)
select $1::bigint, $2, $3, $4, $5, $6, $7, $8, $9
where ($1 = 1 or exists (select from journal where batch = $1 - 1 and hash = $4))`
/** Nor if only this server would have the row. */
const INSERT_COPIED = `${INSERT} and ${STANDBYS} <> ''`

/** A named statement is prepared once. */
const insertOf = (row: JournalRow, copies: number): pg.QueryConfig => ({
  name: 'append',
  text: copies > 1 ? INSERT_COPIED : INSERT,
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
