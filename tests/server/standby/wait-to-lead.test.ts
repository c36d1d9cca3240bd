/** The writer's lock, the lease, and what happens to the connections of the process that wrote before. */

import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openClients, openDatabase } from '../../../src/server/postgres/database.ts'
import { sendBeats, WRITER_NAME } from '../../../src/server/postgres/writer-lock.ts'
import { TakenOver } from '../../../src/server/runtime/errors.ts'
import { openPostgresJournal } from '../../../src/server/sequencer/postgres-journal.ts'
import { StoppedWaiting, waitToLead } from '../../../src/server/standby/wait-to-lead.ts'
import { openDatabaseProxy } from '../../fixtures/database-proxy.ts'
import { TEST_KEY } from '../../fixtures/record-keys.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

/** No test waits until it is over. */
const LONG_LEASE = 600_000
const BEAT_MILLIS = 20

let databases: TestDatabases
let url: string
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases.stop())
beforeEach(async () => {
  url = await databases.newDatabaseUrl()
})
afterEach(async () => {
  for (let end = cleanups.pop(); end !== undefined; end = cleanups.pop()) await end()
})

async function wait(leaseMillis: number, databaseUrl = url) {
  const clients = await openClients({ dataDir: '', databaseUrl, log: quiet })
  const stop = new AbortController()
  const shown: string[] = []
  const result: { session?: pg.Client; error?: unknown } = {}
  const end = waitToLead({
    clients,
    leaseMillis,
    follow: async () => undefined,
    show: (waitsFor) => void shown.push(waitsFor),
    log: quiet,
    stopping: stop.signal,
  }).then(
    (session) => {
      result.session = session
    },
    (error: unknown) => {
      result.error = error
    },
  )
  cleanups.push(async () => {
    stop.abort()
    await end
    await result.session?.end()
  })
  return { shown, result, stop: () => stop.abort() }
}

/** A session of another server: with the lock, or without. */
async function otherServer(databaseUrl = url, hasLock = true): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tern-server-other-0' })
  client.on('error', () => undefined)
  await client.connect()
  cleanups.push(() => client.end().catch(() => undefined))
  if (hasLock) await client.query('select pg_advisory_lock(7836110)')
  return client
}

const isAlive = (client: pg.Client): Promise<boolean> =>
  client.query('select 1').then(
    () => true,
    () => false,
  )

test('A standby leads when the lock is free, and no connection of another server is left then', async () => {
  const left = await otherServer(url, false)
  const { result } = await wait(LONG_LEASE)
  await expect.poll(() => result.session).toBeDefined()
  expect(await isAlive(left)).toBe(false)
})

test('A standby waits for a leader that is idle for less than the lease, names it, and leads when its session ends', async () => {
  const leader = await otherServer()
  const { shown, result } = await wait(LONG_LEASE)
  await expect.poll(() => shown.length).toBeGreaterThan(3)
  expect(new Set(shown)).toEqual(new Set(['tern-server-other-0 leads']))
  expect(result.session).toBeUndefined()
  await leader.end()
  await expect.poll(() => result.session).toBeDefined()
})

test('A standby ends the session of a leader that is silent for longer than the lease', async () => {
  const [leader, pooled] = [await otherServer(), await otherServer(url, false)]
  const { result } = await wait(300)
  await expect.poll(() => result.session).toBeDefined()
  expect([await isAlive(leader), await isAlive(pooled)]).toEqual([false, false])
})

test('A standby whose own connection was lost leaves a free lock to the leader, which may be connecting again, for the time of a lease', async () => {
  const leader = await otherServer()
  const { shown, result } = await wait(5_000)
  await expect.poll(() => shown.length).toBeGreaterThan(1)
  const admin = await otherServer(url, false)
  // The standby first: else it could find a free lock before its own connection is lost.
  const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() order by application_name like 'tern-server-%'`
  await admin.query(endAll)
  await expect.poll(() => shown.at(-1)).toBe('no process leads')
  const again = await otherServer()
  await expect.poll(() => shown.at(-1)).toBe('tern-server-other-0 leads')
  expect([result.session, await isAlive(leader)]).toEqual([undefined, false])
  await admin.query(endAll)
  await expect.poll(() => result.session, { timeout: 20_000 }).toBeDefined()
  expect(await isAlive(again)).toBe(false)
})

test('A standby never ends the session of a leader whose statement runs', async () => {
  const leader = await otherServer()
  const statement = leader.query('select pg_sleep(600)').catch(() => undefined)
  const { shown, result } = await wait(100)
  await expect.poll(() => shown.length).toBeGreaterThan(4)
  expect(result.session).toBeUndefined()
  const other = await otherServer(url, false)
  await other.query(`select pg_cancel_backend(pid) from pg_stat_activity
    where query = 'select pg_sleep(600)' and datname = current_database()`)
  await statement
  await expect.poll(() => result.session).toBeDefined()
})

test('A journal sends beats, so that a standby with a lease of some beats does not end its session', async () => {
  const database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  cleanups.push(database.close)
  const journal = await openPostgresJournal(database, TEST_KEY)
  cleanups.push(journal.close)
  const { rows } = await database.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
    [WRITER_NAME],
  )
  const idleSince = async (): Promise<unknown> =>
    (await database.pool.query('select state_change from pg_stat_activity where pid = $1', [rows[0]?.pid])).rows[0]
  const first = await idleSince()
  await expect.poll(idleSince, { timeout: 10_000 }).not.toEqual(first)
})

test('A process that was blocked while a beat was in flight reads the answer, and keeps its session', async () => {
  let beats = 0
  const errors: unknown[] = []
  const client = Object.assign(new EventEmitter(), {
    readyForQuery: true,
    async query() {
      const until = performance.now() + (beats === 0 ? 10 * BEAT_MILLIS : 0)
      beats += 1
      while (performance.now() < until);
      // As an answer that has arrived: the event loop reads it after the timers that are due.
      await new Promise(setImmediate)
    },
  })
  client.on('error', (error) => errors.push(error))
  sendBeats(client as unknown as pg.Client, BEAT_MILLIS)
  await expect.poll(() => beats).toBeGreaterThan(2)
  client.emit('end')
  expect(errors).toEqual([])
})

test('A database that does not answer a beat is an error of the session', async () => {
  const proxy = await openDatabaseProxy(url)
  cleanups.push(proxy.close)
  const client = await otherServer(proxy.url)
  const errors: unknown[] = []
  client.on('error', (error) => errors.push(error))
  proxy.stopAnswering()
  sendBeats(client, BEAT_MILLIS)
  await expect.poll(() => errors.map(String)).toEqual(['Error: the database did not answer a beat'])
})

test('Two exchanges on one server do not see the lock or the connections of each other', async () => {
  const besideUrl = await databases.newDatabaseUrl()
  const beside = await otherServer(besideUrl)
  const { result } = await wait(100)
  await expect.poll(() => result.session).toBeDefined()
  await sleep(500)
  expect(await isAlive(beside)).toBe(true)
  const second = await wait(LONG_LEASE, besideUrl)
  await expect.poll(() => second.shown.at(-1)).toBe('tern-server-other-0 leads')
})

test('A process that wrote the journal opens no connection while another one has the lock', async () => {
  const database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  cleanups.push(database.close)
  await (await openPostgresJournal(database, TEST_KEY)).close()
  await database.pool.query('select 1')
  const next = await otherServer()
  await next.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await expect.poll(() => database.pool.totalCount).toBe(0)
  await expect(database.pool.query('select 1')).rejects.toThrow(TakenOver)
  await expect(database.connect()).rejects.toThrow(TakenOver)
  await expect(openPostgresJournal(database, TEST_KEY)).rejects.toThrow(TakenOver)
  await next.end()
  await expect.poll(() => database.pool.query('select 1 as alive').then(({ rows }) => rows)).toEqual([{ alive: 1 }])
})

test('A standby waits for a database that cannot be reached, and says so', async () => {
  await otherServer()
  const proxy = await openDatabaseProxy(url)
  const { shown } = await wait(LONG_LEASE, proxy.url)
  await expect.poll(() => shown.at(-1)).toBe('tern-server-other-0 leads')
  proxy.close()
  await expect.poll(() => shown.at(-1)).toBe('the database cannot be reached')
})

test('A standby that is stopped ends its wait', async () => {
  await otherServer()
  const { result, stop } = await wait(LONG_LEASE)
  stop()
  await expect.poll(() => result.error).toBeInstanceOf(StoppedWaiting)
})
