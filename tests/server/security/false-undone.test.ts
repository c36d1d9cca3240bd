/** An email that another program has queued, and which says that an addition was undone. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { newestEmailToken, shownEmails } from '../../fixtures/email-inbox.ts'
import { codeAt } from '../../fixtures/secured-account.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const PASSWORD = 'correct horse'
const database = setUpDatabase(server)

const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T>('POST', path, { body, access })

test('No email says that a change of an account was undone while it is in force', async () => {
  const email = 'owner@example.com'
  await server().signUp(email, PASSWORD)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), email) })
  const login = async () => (await post<Tokens & ErrorBody>(api.login.path, { email, password: PASSWORD })).body
  const { access } = await login()
  const { secret } = (await post<{ secret: string }>(api.setTwoFactor.path, {}, access)).body
  server().advanceClock(60_000)
  const code = codeAt(secret, server().now())
  expect((await post(api.confirmTwoFactor.path, { code, secret, password: PASSWORD }, access)).status).toBe(200)
  await newestEmailToken(server(), email, 'added')
  await database().pool.query(
    `insert into email_queue (kind, user_id, email, subject_id, due_at, attempts)
     select 'undone', user_id, $1, id, 0, 0 from credential_undos`,
    [email],
  )
  // Any user can wake the sender.
  await post(api.forgot.path, { email: 'nobody@example.com' })
  const queued = async () => (await database().pool.query('select from email_queue')).rowCount
  await expect.poll(queued).toBe(0)
  expect((await login()).code).toBe('2FA_REQUIRED')
  expect(JSON.stringify(await shownEmails(server()))).not.toContain('was undone')
})
