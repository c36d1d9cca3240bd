/** A journal that has all rows when the anchor is compared, and fewer when it is replayed. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
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
  if current_setting('application_name') like 'tern-writer-%' and nextval('readings') = 2 then
    delete from journal_rows where batch > ${last};
  end if;
  return 0;
end $$;
create view journal as select * from journal_rows where (select shorten()) = 0;
update projection_positions set seq = (select last_seq from journal_rows where batch = ${last})`

test('A start is refused if the database shows fewer rows of the journal for the replay than for the comparison with the anchor', async () => {
  const dataDir = scratchFolder()
  const databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET_KEY }
  server = await startServer(dataDir, await freePort(), env)
  const { address } = server
  const signUp = async (email: string): Promise<number> => {
    const body = JSON.stringify({ email, password: 'correct horse' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${address}${EXCHANGE_BASE}${api.register.path}`, { method: 'POST', body, headers })).status
  }
  expect(await signUp('first@example.com')).toBe(201)
  const { rows } = await database.pool.query('select max(batch) as last from journal')
  expect(await signUp('second@example.com')).toBe(201)
  await server.stop()
  await database.pool.query(SHORTENED(Number(rows[0].last)))

  await expect(startServer(dataDir, await freePort(), env)).rejects.toThrow(
    /the journal ends at batch \d+, but had batch \d+ before/,
  )
})
