/** Backups of a database whose rows another program has written again or deleted. */

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

const place = () => ({
  dataDir: join(scratchFolder(), 'source'),
  databaseUrl: server.databaseUrl,
  secretKey: TEST_SECRET_KEY,
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
  expect(await backup(place(), join(scratchFolder(), 'file'))).toContain('wrote ')
})

test('A backup of a database whose migrations another program has deleted is refused: it could not be restored', async () => {
  await database.pool.query('delete from migrations')
  const problem = 'the table migrations is empty: a start of the server says what to insert'
  await expect(backup(place(), join(scratchFolder(), 'file'))).rejects.toThrow(problem)
})
