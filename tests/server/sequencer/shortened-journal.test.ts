/** A journal whose newest rows are missing, always or only when it is replayed. */

import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let database: Database | undefined
let server: RunningServer | undefined
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterEach(async () => {
  await server?.kill()
  await database?.close()
})
afterAll(() => databases?.stop())

/** The second reading of the writer, and all later ones, find the rows after `last` deleted. */
const SHORTENED = (last: number) => `
alter table journal rename to journal_rows;
create sequence readings;
create function shorten() returns bigint language plpgsql volatile as $$ begin
  if current_setting('application_name') like '%-writer' and nextval('readings') = 2 then
    delete from journal_rows where batch > ${last};
  end if;
  return 0;
end $$;
create view journal as select * from journal_rows where (select shorten()) = 0;
update projection_positions set seq = (select last_seq from journal_rows where batch = ${last})`

/** A stopped exchange with an account that an operator has frozen. `last`: the batch before the freeze. */
async function stopped() {
  const dataDir = scratchFolder()
  const databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  const { pool } = database
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET_KEY }
  server = await startServer(dataDir, await freePort(), env)
  const { address } = server
  const body = JSON.stringify({ email: 'ann@example.com', password: 'correct horse' })
  const headers = { 'content-type': 'application/json' }
  await fetch(address + EXCHANGE_BASE + api.register.path, { method: 'POST', body, headers })
  const { rows } = await pool.query('select id, (select max(batch) from journal) as last from users')
  await operate(dataDir, ['freeze', rows[0].id, '--reason', 'a thief'])
  await server.stop()
  return { pool, dataDir, env, last: Number(rows[0].last) }
}

test('A start is refused if the database shows fewer rows of the journal for the replay than for the comparison with the anchor', async () => {
  const { pool, dataDir, env, last } = await stopped()
  await pool.query(SHORTENED(last))
  await expect(startServer(dataDir, await freePort(), env)).rejects.toThrow(
    /the journal ends at batch \d+, but had batch \d+ before/,
  )
})

test('A backup of a journal that ends before its anchor fails', async () => {
  const { pool, dataDir, env, last } = await stopped()
  await pool.query('delete from journal where batch > $1', [last])
  await pool.query('update projection_positions set seq = (select max(last_seq) from journal)')
  const source = { dataDir, databaseUrl: env.DATABASE_URL, secretKey: env.SECRET_KEY, oldSecretKey: undefined }
  await expect(backup(source, join(scratchFolder(), 'file'))).rejects.toThrow(/the journal ends before batch \d+/)
})
