/** The journal in PostgreSQL: a dedicated connection that holds the writer's lock for as long as it lives. */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import { type Journal, JournalTaken, PoolerFound, type Row } from './journal.ts'

const LOCK = 7_836_110
/** This process, so that it can end a session of its own that the server has not noticed to be dead. */
const NAME = `tern-writer-${randomUUID()}`
const ROWS_AT_ONCE = 256
/** A commit that takes longer has an unknown fate. */
const APPEND_LIMIT_MILLIS = 10_000

export async function openPostgresJournal(database: Database): Promise<Journal> {
  const client = await database.connect().catch((error: unknown) => {
    throw troubleOf(error)
  })
  let broken: Error | undefined
  const watchers: ((error: Error) => void)[] = []
  client.on('error', (error) => {
    broken = error
    for (const heard of watchers) heard(troubleOf(error))
  })
  try {
    await client.query(SESSION)
    await refusePooler(client)
    await client.query(END_OWN_LAST, [NAME])
    const locked = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK])
    if (locked.rows[0]?.locked !== true) throw new JournalTaken()
    // A database that is full or read-only answers questions, but takes no orders: one write tells.
    await client.query('update journal_identity set created_at = created_at')
    const identity = await client.query<{ id: string }>('select id::text as id from journal_identity')
    const id = identity.rows[0]?.id
    if (id === undefined) throw new Error('the journal has no identity: the table journal_identity is empty')
    return {
      id,
      async append(row) {
        if (broken !== undefined) throw troubleOf(broken)
        await withinLimit(client.query(insertOf(row))).catch((error: unknown) => {
          throw troubleOf(error)
        })
      },
      read: (after) => readRows(client, after),
      close: () => client.end().catch(() => undefined),
      onLost(heard) {
        watchers.push(heard)
        if (broken !== undefined) heard(troubleOf(broken))
      },
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error instanceof JournalTaken || error instanceof PoolerFound ? error : troubleOf(error)
  }
}

/** The server notices within a quarter of a minute when we are gone without a word. */
const SESSION = `set statement_timeout = ${APPEND_LIMIT_MILLIS}; set synchronous_commit = on;
set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2;
set application_name = '${NAME}'`

/** Waits for its end: until then it holds the lock. */
const END_OWN_LAST = `select pg_terminate_backend(pid, 1000) from pg_stat_activity
where application_name = $1 and pid <> pg_backend_pid()`

/** Behind a pooler a session is not ours, and so its lock keeps nobody out. */
async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const announced = (client as unknown as { processID?: number }).processID
  if (announced !== undefined && rows[0]?.pid !== announced) throw new PoolerFound()
}

/** PostgreSQL's codes for what an operator can do something about. */
const WORDS: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '53100': 'the disk of the database is full',
  '53300': 'the database takes no more connections',
  '57014': 'the database did not answer in time',
}
/** The primary key: somebody else wrote this batch. */
const TAKEN = '23505'

/** In words that may be shown to anybody; what really happened is the cause, for the log. */
function troubleOf(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === TAKEN) return new JournalTaken()
  return new Error(WORDS[code] ?? 'the database cannot be reached', { cause: error })
}

const INSERT = `insert into journal (batch, first_seq, last_seq, prev_hash, event_hash, format, rules, payload)
values ($1, $2, $3, $4, $5, $6, $7, $8)`

/** A named statement is planned once. */
const insertOf = (row: Row): pg.QueryConfig => ({
  name: 'append',
  text: INSERT,
  values: [row.batch, row.firstSeq, row.lastSeq, row.prevHash, row.eventHash, row.format, row.rules, row.payload],
})

export async function* readRows(client: Pick<pg.ClientBase, 'query'>, from: number): AsyncIterable<Row> {
  let after = from
  // The first one alone: somebody may want to see no more than that.
  for (let most = 1; ; most = ROWS_AT_ONCE) {
    const { rows } = await client.query<Tables['journal']>(
      'select * from journal where batch > $1 order by batch limit $2',
      [after, most],
    )
    for (const row of rows) yield rowOf(row)
    const last = rows[rows.length - 1]
    if (last === undefined) return
    after = last.batch
  }
}

const rowOf = (row: Tables['journal']): Row => ({
  batch: row.batch,
  firstSeq: row.first_seq,
  lastSeq: row.last_seq,
  prevHash: row.prev_hash,
  eventHash: row.event_hash,
  format: row.format,
  rules: row.rules,
  payload: row.payload,
})

/** The server's own limit ends a slow statement; this one ends the wait for a server that says nothing at all. */
async function withinLimit(written: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), APPEND_LIMIT_MILLIS)
  })
  try {
    await Promise.race([written, limit])
  } finally {
    clearTimeout(timer)
  }
}
