/** A row of another program that is longer than every row of the server. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let database: Database
beforeAll(async () => {
  databases = await startTestDatabases()
  database = await openDatabase({ dataDir: '', databaseUrl: await databases.newDatabaseUrl(), log: quiet })
})
afterAll(async () => {
  await database?.close()
  await databases?.stop()
})

const LONG = `select n as number, repeat('x', case n when 3 then 140000000 else 5 end) as text from generate_series(1, 4) n`
const problem = 'the database sends a row with the columns number, text of 140000'

test('A query that reads a row of 140 MB is rejected with the columns of the row, and the pool goes on', async () => {
  await expect(database.pool.query(LONG)).rejects.toThrow(problem)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
}, 120_000)

test('A row of 140 MB rejects the query of a connection outside of the pool, and ends nothing else', async () => {
  const client = await database.connect()
  await expect(client.query(LONG)).rejects.toThrow(problem)
  await expect(client.query('select 1')).rejects.toThrow()
}, 120_000)

test('Rows of every length up to 1 MB arrive as they are, however the database cuts its answer', async () => {
  const { rows } = await database.pool.query(
    `select repeat('x', length) as text, length from (select (n * 997) % 70000 as length from generate_series(1, 3000) n
     union all select n * 100000 from generate_series(1, 10) n) lengths`,
  )
  expect(rows).toHaveLength(3_010)
  expect(rows.filter(({ text, length }) => text.length !== length)).toEqual([])
})
