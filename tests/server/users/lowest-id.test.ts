/** Rows that nobody registered, one of them with the lowest id that there is. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { insertUnrecorded } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { setUpDatabase, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let server: TestServer
beforeAll(async () => {
  databases = await startTestDatabases()
  server = await startTestServer(await databases.newDatabaseUrl(), {}, quiet, { ...HEALTH_TIMES, ownMillis: 20 })
})
const database = setUpDatabase(() => server)
afterAll(async () => {
  await server?.exchange.stop()
  await databases?.stop()
})

const register = async (email: string) =>
  (await server.request('POST', api.register.path, { body: { email, password: 'correct horse' } })).status

test('A row of users that nobody registered is removed, also the one with the lowest id, so that its email address can register', async () => {
  const lowest = '00000000-0000-0000-0000-000000000000' as UserId
  await insertUnrecorded(database().pool, { email: 'ann@example.com' })
  await insertUnrecorded(database().pool, { id: lowest, email: 'bob@example.com' })
  await expect.poll(() => register('ann@example.com')).toBe(201)
  // Inserted later, so that its removal comes from a later round.
  await insertUnrecorded(database().pool, { email: 'carol@example.com' })
  await expect.poll(() => register('carol@example.com')).toBe(201)
  expect(await register('bob@example.com')).toBe(201)
})
