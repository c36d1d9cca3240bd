/** Links to an account that are sent to an address which the account does not have any more. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { newestEmailToken, newestFreezeToken } from '../../fixtures/email-inbox.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const PASSWORD = 'correct horse'
const DAY = 24 * 60 * 60 * 1_000
const database = setUpDatabase(server)

const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T>('POST', path, { body, access })

test('A queued email about an addition that can no longer be undone gives a former address no new link that freezes the account', async () => {
  const [former, present] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  await server().signUp(former, PASSWORD)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), former) })
  server().advanceClock(2 * DAY)
  const { access } = (await post<Tokens>(api.login.path, { email: former, password: PASSWORD })).body
  const { uuid } = (await server().request<ProfileView>('GET', api.profile.path, { access })).body
  await post(api.linkEmail.path, { email: present, password: PASSWORD }, access)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), present) })
  await newestEmailToken(server(), former, 'added')
  // The link of that email has expired, and the addition cannot be undone any more.
  server().advanceClock(20 * DAY)
  const freeze = async () =>
    (await post(api.freezeByLink.path, { token: await newestFreezeToken(server(), former, 'added') })).body.code
  expect(await freeze()).toBe('FREEZE_LINK_EXPIRED')
  await database().pool.query(
    `insert into email_queue (kind, email, user_id, subject_id, due_at)
     select 'added', notified_email, user_id, id, 0 from credential_undos where user_id = $1`,
    [uuid],
  )
  // A later email has been sent, and the queue is empty.
  const other = `${randomUUID()}@example.com`
  await server().signUp(other)
  await newestEmailToken(server(), other)
  await expect.poll(async () => (await database().pool.query('select from email_queue')).rowCount).toBe(0)
  expect(await freeze()).toBe('FREEZE_LINK_EXPIRED')
})
