/** What a user has begun with one server goes on with the next one, which is how a takeover looks to users. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecoveryCodesView, TwoFactorSetup } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { codeAt, createSecuredAccount, TOTP_STEP_MILLIS } from '../../fixtures/secured-account.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const PASSWORD = 'correct horse'

let databases: TestDatabases
let server: TestServer
beforeAll(async () => {
  databases = await startTestDatabases()
  server = await startTestServer(await databases.newDatabaseUrl(), { RATE_LIMITS: 'on' })
})
afterAll(async () => {
  await server.exchange.stop()
  await databases.stop()
})

/** Another process: nothing that was in memory is left. */
async function restart(): Promise<void> {
  const { databaseUrl, now } = server
  await server.exchange.stop()
  const passed = now() - Date.now()
  server = await startTestServer(databaseUrl, { RATE_LIMITS: 'on' })
  server.advanceClock(passed)
}

const post = <T = ErrorBody>(path: string, body: unknown, access?: string) =>
  server.request<T>('POST', path, { body, access })
const login = (body: object) => post<Tokens & ErrorBody>(api.login.path, body)
const finish = (ticket: unknown, code: string) => post<Tokens & ErrorBody>(api.secondFactor.path, { ticket, code })

test('A sign-in that waits for its code is completed once after a restart', async () => {
  const { email, password, nextCode } = await createSecuredAccount(server)
  const { ticket } = (await login({ email, password })).body
  await restart()
  expect((await finish(ticket, nextCode())).status).toBe(200)
  expect(await finish(ticket, nextCode())).toMatchObject({ body: { code: 'SIGN_IN_EXPIRED' } })
})

test('Two-factor authentication that was set up before a restart is confirmed after it', async () => {
  const { access } = await server.signUp(`${randomUUID()}@example.com`, PASSWORD)
  const { secret } = (await post<TwoFactorSetup>(api.setTwoFactor.path, {}, access)).body
  await restart()
  const body = { code: codeAt(secret, server.now()), secret, password: PASSWORD }
  expect((await post<RecoveryCodesView>(api.confirmTwoFactor.path, body, access)).status).toBe(200)
})

test('After five wrong codes and a restart the sixth is refused', async () => {
  const { email, password, secret, nextCode } = await createSecuredAccount(server)
  const { ticket } = (await login({ email, password })).body
  const wrong = String((Number(codeAt(secret, server.now() + TOTP_STEP_MILLIS)) + 1) % 1_000_000).padStart(6, '0')
  for (let count = 0; count < 5; count++)
    expect(await finish(ticket, wrong)).toMatchObject({ body: { code: 'INVALID_2FA_CODE' } })
  await restart()
  expect(await finish(ticket, nextCode())).toMatchObject({ body: { code: '2FA_LOCKED' } })
})

test('Password attempts before a restart count after it', async () => {
  const email = `${randomUUID()}@example.com`
  await server.signUp(email, PASSWORD)
  const attempts = async () => Promise.all(Array.from({ length: 10 }, () => login({ email, password: 'wrong' })))
  const statuses = (await attempts()).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([400]))
  await restart()
  // One more is allowed for each half minute of the restart.
  expect((await attempts()).map(({ body }) => body.code)).toContain('RATE_LIMITED')
})

test('Password attempts count in memory too, whatever rows are deleted', async () => {
  const email = `${randomUUID()}@example.com`
  await server.signUp(email, PASSWORD)
  server.stopClock()
  const attempt = () => login({ email, password: 'wrong' })
  await attempt()
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query('delete from short_lived')
  await client.end()
  const codes = []
  for (let count = 0; count < 10; count++) codes.push((await attempt()).body.code)
  expect(codes.at(-1)).toBe('RATE_LIMITED')
})
