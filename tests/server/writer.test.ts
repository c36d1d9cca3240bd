/** One writer: the lock keeps others out, a dead session of our own does not, and a pooler is not trusted with it. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FIRST_HASH, type Journal, JournalTaken, PoolerFound } from '../../src/server/core/journal.ts'
import { openPostgresJournal } from '../../src/server/core/postgres-journal.ts'
import { type Database, openDatabase } from '../../src/server/postgres/database.ts'
import { type Line, openLine } from './database-proxy.ts'
import { quiet } from './quiet.ts'
import { startWorld, type World } from './world.ts'

let world: World
const after: (() => unknown)[] = []
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.end())
afterEach(async () => {
  for (let end = after.pop(); end !== undefined; end = after.pop()) await end()
})

async function begin(): Promise<{ line: Line; database: Database }> {
  const line = await openLine(await world.newDatabaseUrl())
  after.push(line.close)
  const database = await openDatabase({ dataDir: '', databaseUrl: line.url, log: quiet })
  after.push(database.close)
  return { line, database }
}

async function write(database: Database): Promise<Journal> {
  const journal = await openPostgresJournal(database)
  after.push(journal.close)
  return journal
}

const row = (batch: number) => ({
  batch,
  firstSeq: batch,
  lastSeq: batch,
  prevHash: FIRST_HASH,
  eventHash: FIRST_HASH,
  format: 1,
  rules: 1,
  payload: Buffer.from('x'),
})

const sessions = async ({ pool }: Database): Promise<number> => {
  const text = "select count(*) as count from pg_stat_activity where application_name like 'tern-writer-%'"
  return (await pool.query<{ count: number }>(`${text} and datname = current_database()`)).rows[0]?.count ?? 0
}

test('a session of ours that the server takes for alive is ended by the next one of ours', async () => {
  const { line, database } = await begin()
  const first = await write(database)
  await first.append(row(1))
  line.abandon()
  await expect(first.append(row(2))).rejects.toThrow('the database cannot be reached')
  expect(await sessions(database)).toBe(1)
  const second = await write(database)
  await second.append(row(2))
  expect(await sessions(database)).toBe(1)
})

test('a session of somebody else is not: they have the journal', async () => {
  const { database } = await begin()
  // Only this process knows its own name: under another one it is somebody else.
  const stranger = await database.connect()
  after.push(() => stranger.end())
  const held = await stranger.query('select pg_try_advisory_lock(7836110) as locked')
  expect(held.rows).toEqual([{ locked: true }])
  await expect(openPostgresJournal(database)).rejects.toThrow(JournalTaken)
  expect((await stranger.query('select 1 as alive')).rows).toEqual([{ alive: 1 }])
})

test('a batch that somebody else wrote is not written again', async () => {
  const { database } = await begin()
  const journal = await write(database)
  const { batch, firstSeq, lastSeq, prevHash, eventHash, format, rules, payload } = row(1)
  await database.pool.query('insert into journal values ($1, $2, $3, $4, $5, $6, $7, $8)', [
    batch,
    firstSeq,
    lastSeq,
    prevHash,
    eventHash,
    format,
    rules,
    payload,
  ])
  await expect(journal.append(row(1))).rejects.toThrow(JournalTaken)
})

test('a line that leads to a pooler is refused', async () => {
  const { line, database } = await begin()
  line.pool()
  await expect(openPostgresJournal(database)).rejects.toThrow(PoolerFound)
  expect(await sessions(database)).toBe(0)
})
