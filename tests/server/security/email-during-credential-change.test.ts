/** Use of an emailed link while a credential of the same account changes. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const PASSWORD = 'correct horse'
const WAITING = `select count(*)::int as count from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`

test('An emailed link that is used during a password change waits for it and is then refused as expired', async () => {
  const email = `${randomUUID()}@example.com`
  const { access } = await server().signUp(email, PASSWORD)
  const token = await newestEmailToken(server(), email)
  const { uuid } = (await server().request<ProfileView>('GET', api.profile.path, { access })).body
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const waiting = async () => (await database.pool.query<{ count: number }>(WAITING)).rows[0]?.count
  const held = await database.pool.connect()
  await held.query('begin')
  await held.query('select from users where id = $1 for update', [uuid])
  const body = { password: 'battery staple', current_password: PASSWORD }
  const changed = server().request('POST', api.setPassword.path, { body, access })
  await expect.poll(waiting).toBe(1)
  const confirmed = server().request('POST', api.confirmEmail.path, { body: { token } })
  await held.query('commit')
  held.release()
  expect((await changed).status).toBe(200)
  expect(await confirmed).toMatchObject({ status: 400, body: { code: 'LINK_EXPIRED' } })
  await database.close()
})
