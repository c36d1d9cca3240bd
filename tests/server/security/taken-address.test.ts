/** Two accounts that confirm one address, without the constraint of the table. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T>('POST', path, { body, access })

test('A link in a mail to the owner of an address gives no other account this address when the constraint of the table is gone', async () => {
  const email = `${randomUUID()}@example.com`
  await database().pool.query('alter table users drop constraint users_email_key')
  const thief = await server().signUp()
  await post(api.linkEmail.path, { email, password: 'correct horse' }, thief.access)
  const planted = await newestEmailToken(server(), email)
  await server().signUp(email)
  // The first mail is in the list, too.
  await expect.poll(() => newestEmailToken(server(), email)).not.toBe(planted)
  expect((await post(api.confirmEmail.path, { token: await newestEmailToken(server(), email) })).status).toBe(200)
  expect((await post(api.confirmEmail.path, { token: planted })).body.code).toBe('EMAIL_TAKEN')
})
