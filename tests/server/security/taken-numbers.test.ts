/** Rows with the numbers that a sequence will give next, inserted by a thief. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const PASSWORD = 'correct horse'
const DAY = 24 * 60 * 60 * 1_000
const database = setUpDatabase(server)

const sql = (text: string, values: unknown[] = []) => database().pool.query(text, values)
const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T>('POST', path, { body, access })

test('A correct password logs in although the next numbers of the login history are taken', async () => {
  const email = `${randomUUID()}@example.com`
  await server().signUp(email, PASSWORD)
  await sql(
    `insert into login_attempts (id, user_id, at, login_method, device, ip_masked, outcome) overriding system value
     select n, id, $2, 'email', '', '', 'signed_in' from users, generate_series(2, 1000) n where email = $1
     on conflict do nothing`,
    [email, server().now()],
  )
  const { status } = await post<Tokens & ErrorBody>(api.login.path, { email, password: PASSWORD })
  await sql('delete from login_attempts')
  expect(status).toBe(200)
})

test('The owner undoes an addition to the account although the next numbers of the email queue are taken', async () => {
  const [own, planted] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  await server().signUp(own, PASSWORD)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), own) })
  server().advanceClock(2 * DAY)
  const { access } = (await post<Tokens>(api.login.path, { email: own, password: PASSWORD })).body
  await post(api.linkEmail.path, { email: planted, password: PASSWORD }, access)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), planted) })
  const token = await newestEmailToken(server(), own, 'added')
  await sql(
    `insert into email_queue (id, kind, email, due_at) overriding system value
     select n, 'reset', n::text, $1 from generate_series(1, 1000) n on conflict do nothing`,
    [server().now() + 60 * 60 * 1_000],
  )
  const { status } = await post(api.undoChange.path, { token })
  await sql('delete from email_queue')
  expect(status).toBe(200)
})
