/** The single journal writer: the advisory lock, takeover from a dead session of the same process, and pooler detection. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { WRITER_NAME } from '../../../src/server/postgres/writer-lock.ts'
import { JournalLocked } from '../../../src/server/runtime/errors.ts'
import { FIRST_HASH, type Journal, JournalChanged, PoolerDetected } from '../../../src/server/sequencer/journal.ts'
import { openPostgresJournal } from '../../../src/server/sequencer/postgres-journal.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../../fixtures/database-proxy.ts'
import { hashed, TEST_KEY } from '../../fixtures/record-keys.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startOwnDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  databases = await startOwnDatabases()
})
afterAll(() => databases?.stop())
afterEach(async () => {
  for (let end = cleanups.pop(); end !== undefined; end = cleanups.pop()) await end()
})

async function openProxied(): Promise<{ proxy: DatabaseProxy; database: Database }> {
  const proxy = await openDatabaseProxy(await databases.newDatabaseUrl())
  cleanups.push(proxy.close)
  const database = await openDatabase({ dataDir: '', databaseUrl: proxy.url, log: quiet })
  cleanups.push(database.close)
  return { proxy, database }
}

async function openJournal(database: Database): Promise<Journal> {
  const journal = await openPostgresJournal(database, TEST_KEY)
  cleanups.push(journal.close)
  return journal
}

/** The rows are only stored. */
const JOURNAL = 'journal'
const row = (batch: number, prevHash: Buffer = FIRST_HASH) =>
  hashed(JOURNAL, {
    batch,
    firstSeq: batch,
    lastSeq: batch,
    prevHash,
    eventHash: FIRST_HASH,
    format: 1,
    rules: 1,
    payload: Buffer.from('x'),
  })
const one = row(1)
const two = row(2, one.hash)

const sessions = async ({ pool }: Database): Promise<number> => {
  const text =
    'select count(*) as count from pg_stat_activity where application_name = $1 and datname = current_database()'
  return (await pool.query<{ count: number }>(text, [WRITER_NAME])).rows[0]?.count ?? 0
}

test('A new journal writer ends a dead session of the same process', async () => {
  const { proxy, database } = await openProxied()
  const first = await openJournal(database)
  await first.append(one)
  proxy.dropClientSide()
  await expect(first.append(two)).rejects.toThrow('the database cannot be reached')
  await expect.poll(() => sessions(database)).toBe(1)
  const second = await openJournal(database)
  await second.append(two)
  await expect.poll(() => sessions(database)).toBe(1)
})

test('A journal writer does not end the session of another process and reports the journal as locked', async () => {
  const { database } = await openProxied()
  // The application name identifies this process; a session under another name belongs to another process.
  const otherSession = await database.connect()
  cleanups.push(() => otherSession.end())
  const held = await otherSession.query('select pg_try_advisory_lock(7836110) as locked')
  expect(held.rows).toEqual([{ locked: true }])
  await expect(openPostgresJournal(database, TEST_KEY)).rejects.toThrow(JournalLocked)
  expect((await otherSession.query('select 1 as alive')).rows).toEqual([{ alive: 1 }])
})

/** The pid of the session that holds the lock of the journal. */
async function holderIn({ pool }: Database): Promise<number> {
  const text = "select pid from pg_locks where locktype = 'advisory' and objid = 7836110 and granted"
  const { rows } = await pool.query<{ pid: number }>(
    `${text} and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.pid ?? 0
}

const canStop = process.platform === 'linux'
const stoppedTest =
  'A stopped process of PostgreSQL that holds the lock of the journal is named, and is no other writer'

test(canStop ? stoppedTest : `${stoppedTest} (not run: it reads /proc)`, async () => {
  if (!canStop) return
  const { database } = await openProxied()
  await openJournal(database)
  const pid = await holderIn(database)
  process.kill(pid, 'SIGSTOP')
  try {
    const message = `process ${pid} of PostgreSQL is stopped, so the database does not answer: continue it with kill -CONT ${pid}`
    await expect(openPostgresJournal(database, TEST_KEY)).rejects.toThrow(message)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await (await openJournal(database)).append(one)
})

test('A journal writer refuses a batch number that another process has written', async () => {
  const { database } = await openProxied()
  const journal = await openJournal(database)
  await journal.append(one)
  await journal.append(two)
  await expect(journal.append(two)).rejects.toThrow(JournalLocked)
  await expect(journal.append(one)).rejects.toThrow(JournalLocked)
})

test('A journal writer appends only after the row that it expects', async () => {
  const { database } = await openProxied()
  const journal = await openJournal(database)
  await journal.append(one)
  await expect(journal.append(row(2, hashed(JOURNAL, { ...one, format: 2 }).hash))).rejects.toThrow(JournalChanged)
  await expect(journal.append(row(3, two.hash))).rejects.toThrow(JournalChanged)
  await database.pool.query('delete from journal')
  await expect(journal.append(two)).rejects.toThrow(JournalChanged)
  expect((await database.pool.query('select batch from journal')).rows).toEqual([])
})

test('A journal writer refuses a connection through a pooler', async () => {
  const { proxy, database } = await openProxied()
  proxy.changeSessionIds()
  await expect(openPostgresJournal(database, TEST_KEY)).rejects.toThrow(PoolerDetected)
  // A session ends after its connection was closed.
  await expect.poll(() => sessions(database)).toBe(0)
})
