/** The link that undoes an addition, whose row says that it was not used. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { codeAt } from '../../fixtures/secured-account.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const PASSWORD = 'correct horse'
const database = setUpDatabase(server)

const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T>('POST', path, { body, access })

test('A used link turns two-factor authentication off no second time when its row says that it was not used', async () => {
  const email = 'owner@example.com'
  await server().signUp(email, PASSWORD)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), email) })
  const login = async () => (await post<Tokens & ErrorBody>(api.login.path, { email, password: PASSWORD })).body
  const turnOn = async () => {
    const { access } = await login()
    const { secret } = (await post<{ secret: string }>(api.setTwoFactor.path, {}, access)).body
    server().advanceClock(60_000)
    const code = codeAt(secret, server().now())
    return (await post(api.confirmTwoFactor.path, { code, secret, password: PASSWORD }, access)).status
  }
  expect(await turnOn()).toBe(200)
  const token = await newestEmailToken(server(), email, 'added')
  expect((await post(api.undoChange.path, { token })).status).toBe(200)
  expect(await turnOn()).toBe(200)
  await database().pool.query('update credential_undos set used_at = null')
  expect((await post(api.undoChange.path, { token })).body.code).toBe('UNDO_USED')
  expect((await login()).code).toBe('2FA_REQUIRED')
})
