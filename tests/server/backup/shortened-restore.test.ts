/** A database into which a backup is restored, and that does not store all rows of the journal. */

import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { follow } from '../../../src/server/tools/follow-journal.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTonWorld } from '../../fixtures/ton-world.ts'

const RECEIVER = `0:${'c'.repeat(64)}`

let databases: TestDatabases
let folder: string
beforeAll(async () => {
  databases = await startTestDatabases()
  folder = scratchFolder()
})
afterAll(async () => {
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Drops rows after this command while they are loaded, but not those that the exchange writes itself. */
const dropRows = (last: number) => `
create function drop_rows() returns trigger language plpgsql as $$ begin
  return case when new.first_seq > ${last} and current_setting('application_name') not like '%-writer'
    then null else new end;
end $$;
create trigger drop_rows before insert on journal for each row execute function drop_rows()`

const sizeOf = (files: string): number =>
  readdirSync(files).reduce((sum, name) => sum + statSync(join(files, name)).size, 0)

test('A restore fails if the database has not stored all rows of the journal that followed the backup', async () => {
  const url = await databases.newDatabaseUrl()
  const first = await startTonWorld({ databases, url })
  const { id } = await first.newUser()
  const source = { dataDir: join(folder, 'source'), databaseUrl: url, secretKey: TEST_SECRET_KEY }
  cpSync(first.signer.folder, join(source.dataDir, 'signer'), { recursive: true })
  const files = join(folder, 'followed')
  const stopping = new AbortController()
  const printed: string[] = []
  const backUp = (file: string) => backup(source, file)
  const following = follow(source, files, { backUp, signal: stopping.signal, print: (line) => void printed.push(line) })
  await eventually(() => printed.includes('following the journal'))
  const base = await first.sequencer.read(({ seq }) => seq)
  const before = sizeOf(files)
  await first.request(id, { address: RECEIVER, amount: '3' })
  const end = await first.sequencer.read(({ seq }) => seq)
  await eventually(() => sizeOf(files) > before)
  stopping.abort()
  expect(await following).toContain(`followed up to command ${end.toLocaleString('en-US')}`)
  await first.stop()
  const databaseUrl = await databases.emptyDatabaseUrl()
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  await database.pool.query(dropRows(base))
  await database.close()
  const target = { dataDir: join(folder, 'target'), databaseUrl, secretKey: TEST_SECRET_KEY }
  await expect(restore(target, files)).rejects.toThrow('another program deleted rows')
})
