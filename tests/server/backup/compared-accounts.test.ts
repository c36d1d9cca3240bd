/** The accounts in a backup are compared with the record of the journal, when it is made and when it is restored. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { changeStored, insertRegistered, insertUnrecorded } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

/** The server itself does not look for accounts that differ. */
const SLOW = { ...HEALTH_TIMES, ownMillis: 3_600_000 }
const root = scratchFolder()
let databases: TestDatabases
let database: Database
let server: TestServer
let source: { readonly dataDir: string; readonly databaseUrl: string; readonly secretKey: string }

beforeAll(async () => {
  databases = await startTestDatabases()
  const databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  server = await startTestServer(databaseUrl, {}, quiet, SLOW)
  source = { dataDir: join(root, 'source'), databaseUrl, secretKey: TEST_SECRET_KEY }
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await databases?.stop()
  rmSync(root, { recursive: true, force: true })
})

async function signUp(): Promise<UserId> {
  const { access } = await server.signUp()
  return (await server.request<ProfileView>('GET', api.profile.path, { access })).body.uuid as UserId
}

/** The tables whose rows belong to a user. */
const REFERRING = `select conrelid::regclass::text as name from pg_constraint
where contype = 'f' and confrelid = 'users'::regclass and conrelid <> confrelid`

const restoreInto = async (name: string, file: string): Promise<string> =>
  restore({ ...source, dataDir: join(root, name), databaseUrl: await databases.emptyDatabaseUrl() }, file)

test('A backup of accounts that are as recorded says so, and a restore names those whose change had no command', async () => {
  const changed = await signUp()
  await signUp()
  await changeStored(database.pool, changed, { user: { whitelist_only: true } })
  // Killed before its account was opened: it may come back after a restore.
  await insertRegistered(database.pool, { telegram_id: 5 })
  const file = join(root, 'right.gz')
  expect(await backup(source, file)).toMatch(/^accounts +3 +ok$/m)
  expect(await restoreInto('right', file)).toMatch(/^accounts that are not as they were recorded: 1 of 3\. /m)
}, 60_000)

test('A backup with accounts that a thief has edited, deleted or inserted fails, and the number is named, also by a restore', async () => {
  const [edited, deleted] = [await signUp(), await signUp()]
  await insertUnrecorded(database.pool)
  await database.pool.query("update users set password_hash = 'of a thief' where id = $1", [edited])
  const { rows } = await database.pool.query<{ name: string }>(REFERRING)
  for (const { name } of rows) await database.pool.query(`delete from ${name} where user_id = $1`, [deleted])
  await database.pool.query('delete from users where id = $1', [deleted])
  const file = join(root, 'wrong.gz')
  await expect(backup(source, file)).rejects.toThrow(
    'the copy differs: the first difference: accounts that are not as they were recorded: 3 of 6',
  )
  // As with every other difference: what it has can be better than nothing.
  expect(await restoreInto('wrong', file)).toMatch(/^accounts that are not as they were recorded: 4 of 6\. /m)
}, 60_000)
