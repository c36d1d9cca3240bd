/** A change of an account in a process that dies at each step: nothing is lost, and nobody is frozen. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { accountOf } from '../../../src/engine/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { openAccountRecords } from '../../../src/server/users/account-records.ts'
import { openUnrecordedChanges } from '../../../src/server/users/unrecorded-changes.ts'
import { type Death, mortal } from '../../fixtures/mortal.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { serverKey } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let database: Database
let server: TestServer
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

const STEPS = ['select from users', 'update users set', 'delete from recovery_codes', 'commit', 'credentials-changed']
const DEATHS = STEPS.flatMap((name): Death[] => [
  { name, nth: 1, when: 'before' },
  { name, nth: 1, when: 'after' },
])

test.each(DEATHS)('A kill $when "$name" leaves an account that is as recorded, changed or not', async (death) => {
  const email = `${randomUUID()}@example.com`
  const { access } = await server.signUp(email, 'correct horse')
  const user = (await server.request<ProfileView>('GET', api.profile.path, { access })).body.uuid as UserId
  const victim = mortal(database, server.exchange.sequencer, death)
  const records = openAccountRecords({
    ...victim,
    log: quiet,
    clock: { now: server.now },
    key: await serverKey(database.pool, 'accounts'),
    unrecorded: openUnrecordedChanges(scratchFolder()),
    onDiffers: async () => undefined,
  })
  victim.arm()
  const recoveryCodes = [{ hash: 'ab'.repeat(32), usedAt: null }]
  const patch = { user: { withdraw_hold_until: 7 }, recoveryCodes }
  await records.change(user, async () => ({ patch, result: {} })).catch(() => undefined)
  expect(victim.isDead()).toBe(true)

  await server.exchange.stop()
  server = await startTestServer(server.databaseUrl)
  const { status } = await server.request('POST', api.login.path, { body: { email, password: 'correct horse' } })
  expect(status).toBe(200)
  const account = await server.exchange.sequencer.read((state) => accountOf(state, user))
  const { rows } = await database.pool.query<{ record_version: number; withdraw_hold_until: number | null }>(
    'select record_version, withdraw_hold_until from users where id = $1',
    [user],
  )
  const isCommitted = death.name === 'credentials-changed' || (death.name === 'commit' && death.when === 'after')
  expect([rows[0]?.withdraw_hold_until, rows[0]?.record_version]).toEqual(isCommitted ? [7, 2] : [null, 1])
  expect([account?.credentials.version, account?.freezes]).toEqual([isCommitted ? 2 : 1, []])
})
