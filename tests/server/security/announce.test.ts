import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/server/postgres/query.ts'
import { openAnnounce } from '../../../src/server/security/announce.ts'
import { openUndoLinks } from '../../../src/server/security/undo-links.ts'
import { insertUnrecorded } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const DAY = 24 * 60 * 60 * 1_000
let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

test('Undo links are deleted only while the clock is confirmed', async () => {
  const { pool } = await databases.newDatabase()
  const user = await insertUnrecorded(pool)
  let now = 1_000 * DAY
  let isConfirmed = false
  const announce = openAnnounce({
    outbox: { queueWith: async () => undefined, wake: () => undefined },
    botNotices: { queueSecurity: async () => undefined, wake: () => undefined },
    undoLinks: openUndoLinks(Buffer.alloc(32), ''),
    clock: { now: () => now, confirmedNow: () => (isConfirmed ? now : undefined) },
  })
  const device = { name: '', ipMasked: '', address: '', tokens: [], remember: () => undefined }
  const add = () => announce.added(pool, { change: 'google', user, device, now })
  const count = async () => (await query(pool, 'select from credential_undos')).length
  await add()
  now += 40 * DAY
  await add()
  expect(await count()).toBe(2)
  isConfirmed = true
  await add()
  expect(await count()).toBe(2)
})
