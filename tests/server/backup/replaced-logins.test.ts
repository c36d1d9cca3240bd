/** The restore of a followed folder whose accounts took what the rows of others had, and refer to rows that were not followed. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { readFollowed } from '../../../src/server/backup/followed-folder.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { follow } from '../../../src/server/tools/follow-journal.ts'
import { openBackup } from '../../../src/server/tools/open-backup.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { changeStored } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

/** The server itself does not look for accounts that differ. */
const SLOW = { ...HEALTH_TIMES, ownMillis: 3_600_000 }
const PASSWORD = 'correct horse'
const root = scratchFolder()
const files = join(root, 'followed')
let databases: TestDatabases
let database: Database
let server: TestServer
let place: { readonly dataDir: string; readonly databaseUrl: string; readonly secretKey: string }

beforeAll(async () => {
  databases = await startTestDatabases()
  const databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  server = await startTestServer(databaseUrl, {}, quiet, SLOW)
  place = { dataDir: join(root, 'source'), databaseUrl, secretKey: TEST_SECRET_KEY }
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await databases?.stop()
  rmSync(root, { recursive: true, force: true })
})

async function startFollower(): Promise<() => Promise<string>> {
  const stopping = new AbortController()
  const printed: string[] = []
  const following = follow(place, files, {
    backUp: (file: string) => backup(place, file),
    signal: stopping.signal,
    print: (line) => void printed.push(line),
  })
  await eventually(() => printed.includes('following the journal'))
  return () => {
    stopping.abort()
    return following
  }
}

async function followedText(): Promise<string> {
  const key = (await openBackup(join(files, 'base'), place)).recordKey.deriveKey('backups')
  const texts: string[] = []
  for await (const entry of readFollowed(files, key)) if (entry.kind === 'account') texts.push(JSON.stringify(entry))
  return texts.join('\n')
}

const emailOf = (name: string) => `${name}@example.com`
const stored = async (name: string) =>
  (await database.pool.query('select * from users where email = $1', [emailOf(name)])).rows[0]
/** As another program does it. */
const edit = (change: string, name: string) =>
  database.pool.query(`update users set ${change} where email = $1`, [emailOf(name)])
const login = async (at: TestServer, name: string) =>
  (await at.request('POST', api.login.path, { body: { email: emailOf(name), password: PASSWORD } })).status

test('A followed folder is restored although accounts have the former addresses of edited rows, and a referrer was not followed', async () => {
  for (const name of ['first', 'second', 'ann']) await server.signUp(emailOf(name), PASSWORD)
  await (await startFollower())()
  // In the backup, another row has this address.
  await edit(`email = 'free@example.com'`, 'first')
  await changeStored(database.pool, (await stored('second')).id, { user: { email: emailOf('first') } })
  expect(await login(server, 'first')).toBe(200)
  // In the followed files, another account has this address.
  for (const name of ['third', 'fourth']) await server.signUp(emailOf(name), PASSWORD)
  const stop = await startFollower()
  await eventually(async () => (await followedText()).includes(emailOf('fourth')))
  await edit(`email = 'other@example.com'`, 'third')
  await changeStored(database.pool, (await stored('fourth')).id, { user: { email: emailOf('third') } })
  expect(await login(server, 'third')).toBe(200)
  await stop()
  // The row of this one is never followed.
  await server.signUp(emailOf('lost'), PASSWORD)
  await edit(`password_hash = 'x'`, 'lost')
  const body = {
    email: emailOf('friend'),
    password: PASSWORD,
    referrer_uid: String((await stored('lost')).referral_code),
  }
  expect((await server.request('POST', api.register.path, { body })).status).toBe(201)
  const stopLast = await startFollower()
  await eventually(async () => (await followedText()).includes(emailOf('friend')))
  await stopLast()

  const target = { ...place, dataDir: join(root, 'target'), databaseUrl: await databases.emptyDatabaseUrl() }
  expect(await restore(target, files)).toContain('restored the backup')
  const other = await startTestServer(target.databaseUrl)
  try {
    for (const name of ['ann', 'first', 'third', 'friend'])
      expect([name, await login(other, name)]).toEqual([name, 200])
  } finally {
    await other.exchange.stop()
  }
}, 120_000)
