/** What the pool does while another session keeps a table locked. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { isTransient } from '../../../src/server/runtime/transient-errors.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases

beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

test('Queries that wait for a locked table fail, and leave no session that waits in the database', async () => {
  const databaseUrl = await databases.newDatabaseUrl()
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet, queryMillis: 1_000 })
  const thief = await database.connect()
  await thief.query('begin; lock table email_queue in access exclusive mode')
  const failures: unknown[] = []
  const read = () => database.pool.query('select from email_queue').catch((error: unknown) => failures.push(error))
  for (let round = 0; round < 2; round++) await Promise.all([read(), read(), read()])
  expect(failures.filter((error) => error instanceof Error && isTransient(error))).toHaveLength(6)
  const waiting = `select from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await thief.query(waiting)).rowCount).toBe(0)
  await thief.query('rollback')
  expect((await database.pool.query('select from email_queue')).rowCount).toBe(0)
  await thief.end()
  await database.close()
})
