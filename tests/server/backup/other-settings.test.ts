/** Backups of a running exchange whose table settings another program has changed: the server reads it at a start only. */

import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkMode } from '../../../src/server/play/mode-guard.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ ...LIVE_MODE, RATE_LIMITS: 'on' })
const database = setUpDatabase(server)
let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

/** What a start says with a backup that is made while the row says something else. */
async function startedWith(change: string): Promise<string | undefined> {
  const { databaseUrl: from, dataDir: source } = server()
  const { SECRET_KEY: secretKey } = LIVE_MODE
  await database().pool.query(change)
  const file = join(scratchFolder(), 'backup')
  await backup({ databaseUrl: from, dataDir: source, secretKey, mode: 'live' }, file, { type: 'without' })
  const [dataDir, databaseUrl] = [scratchFolder(), await databases.emptyDatabaseUrl()]
  await restore({ dataDir, databaseUrl, secretKey }, file)
  const restored = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  const problem = await checkMode(restored, { mode: 'live', dataDir }).catch(({ message }: Error) => message)
  await restored.close()
  await database().pool.query("delete from settings where name = 'restore'")
  await database().pool.query("update settings set value = 'live' where name = 'mode'")
  return problem as string | undefined
}

test('An exchange starts with a backup that was made while a row said that a restore was interrupted', async () => {
  expect(await startedWith("insert into settings (name, value) values ('restore', 'x')")).toBeUndefined()
})

test('A start with a backup that was made while a row named another mode is refused and names the row', async () => {
  const problem = await startedWith("update settings set value = 'play' where name = 'mode'")
  expect(problem).toContain('if another program has changed it, set the row "mode" of the table settings back')
})
