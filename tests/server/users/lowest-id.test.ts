/** Rows that nobody registered, also with the lowest id that there is, and with the id of a demo trader. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { accountOf, accounts } from '../../../src/engine/exchange.ts'
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

test.each([1, 2])(
  'A row of users with the id of a demo trader and version %i is removed, and the demo trader is not frozen',
  async (version) => {
    await server.placeSellOrder(1, '65000', '1')
    const demo = await server.exchange.sequencer.read(
      (state) => [...accounts(state)].find(({ kind }) => kind === 'demo')?.user as UserId,
    )
    const email = `demo-${version}@example.com`
    await insertUnrecorded(database().pool, { id: demo, email, record_version: version })
    const login = await server.request('POST', api.login.path, { body: { email, password: 'x' } })
    // 400 if it is removed already.
    expect([400, 403]).toContain(login.status)
    await expect.poll(() => register(email)).toBe(201)
    expect(await server.exchange.sequencer.read((state) => accountOf(state, demo)?.freezes)).toEqual([])
  },
)
