/** Backups of a journal whose rows PostgreSQL returns in another order than they were written. */

import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let server: TestServer
let database: Database
beforeAll(async () => {
  databases = await startTestDatabases()
  const databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  server = await startTestServer(databaseUrl)
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await databases?.stop()
})

test('A backup is complete although PostgreSQL returns the first row of the journal last', async () => {
  await server.signUp()
  await server.exchange.stop()
  const { pool } = database
  await pool.query('create table kept as select * from journal')
  await pool.query('truncate journal')
  await pool.query('insert into journal select * from kept order by batch desc')
  await pool.query('drop table kept')
  expect((await pool.query('select batch from journal')).rows.at(-1).batch).toBe(1)
  const place = {
    dataDir: join(scratchFolder(), 'source'),
    databaseUrl: server.databaseUrl,
    secretKey: TEST_SECRET_KEY,
  }
  expect(await backup(place, join(scratchFolder(), 'file'))).toContain('wrote ')
})
