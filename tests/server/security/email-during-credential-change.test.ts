/** What a letter does while a lock of the same account is changed. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { ProfileView } from '../../src/contract/views.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { house } from './exchange-world.ts'
import { quiet } from './quiet.ts'
import { shownToken } from './shown-letters.ts'

const home = house()
const PASSWORD = 'correct horse'
const WAITING = `select count(*)::int as count from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`

test('a link that is opened while the password changes waits for it, and then does nothing', async () => {
  const email = `${randomUUID()}@example.com`
  const { access } = await home().signUp(email, PASSWORD)
  const token = await shownToken(home(), email)
  const { uuid } = (await home().ask<ProfileView>('GET', api.profile.path, { access })).body
  const database = await openDatabase({ dataDir: '', databaseUrl: home().databaseUrl, log: quiet })
  const waiting = async () => (await database.pool.query<{ count: number }>(WAITING)).rows[0]?.count
  const held = await database.pool.connect()
  await held.query('begin')
  await held.query('select from users where id = $1 for update', [uuid])
  const body = { password: 'battery staple', current_password: PASSWORD }
  const changed = home().ask('POST', api.setPassword.path, { body, access })
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  const confirmed = home().ask('POST', api.confirmEmail.path, { body: { token } })
  await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
  await held.query('commit')
  held.release()
  expect((await changed).status).toBe(200)
  expect(await confirmed).toMatchObject({ status: 400, body: { code: 'LINK_EXPIRED' } })
  await database.close()
})
