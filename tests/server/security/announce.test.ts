import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import { query, queryOne } from '../../../src/server/postgres/query.ts'
import { openAnnounce } from '../../../src/server/security/announce.ts'
import type { User } from '../../../src/server/users/user-row.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const DAY = 24 * 60 * 60 * 1_000
let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

test('Undo links are deleted only while the clock is confirmed', async () => {
  const { pool } = await databases.newDatabase()
  const insert =
    'insert into users (id, telegram_id, referral_code, created_at) values ($1, 1, 100000001, 0) returning *'
  const user = expectDefined(await queryOne<User>(pool, insert, [randomUUID() as UserId]), 'an insert returns its row')
  let now = 1_000 * DAY
  let isConfirmed = false
  const announce = openAnnounce({
    outbox: { queueWith: async () => undefined, wake: () => undefined },
    botNotices: { queueNotice: async () => undefined, wake: () => undefined },
    appName: 'Tern',
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
