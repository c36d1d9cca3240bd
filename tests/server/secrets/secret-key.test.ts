/** The secret key: encryption of stored secrets, token signatures, and state after a restart. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { decrypt, encrypt } from '../../../src/server/secrets/encryption.ts'
import { SecretKeyMismatch } from '../../../src/server/secrets/key-derivation.ts'
import { codeAt, createSecuredAccount, TOTP_STEP_MILLIS } from '../../fixtures/secured-account.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const SECRET_KEY = 'a key that is long enough for one'.replaceAll(' ', '-')
const MINUTE = 60_000
let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases.stop())

/** Runs `work` on a server with this data; its clock starts at `at`. */
async function withServer<T>(
  url: string,
  settings: Record<string, string>,
  at: number,
  work: (server: TestServer) => Promise<T>,
) {
  const server = await startTestServer(url, settings)
  server.advanceClock(Math.max(0, at - Date.now()))
  try {
    return await work(server)
  } finally {
    await server.exchange.stop()
  }
}

const login = (server: TestServer, body: object) => server.request<Tokens>('POST', api.login.path, { body })

test('An encrypted secret decrypts only with its key, for its owner and unmodified', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const encrypted = encrypt(key, Buffer.from('secret'), 'ann')
  expect(decrypt(key, encrypted, 'ann').toString()).toBe('secret')
  expect(encrypt(key, Buffer.from('secret'), 'ann')).not.toEqual(encrypted)
  expect(() => decrypt(other, encrypted, 'ann')).toThrow()
  expect(() => decrypt(key, encrypted, 'bob')).toThrow()
  for (let at = 0; at < encrypted.length; at++) {
    const modified = Buffer.from(encrypted)
    modified[at] = (modified[at] ?? 0) ^ 1
    expect(() => decrypt(key, modified, 'ann')).toThrow()
  }
})

test('Two-factor authentication works after SECRET_KEY is set and requires that key from then on', async () => {
  const url = await databases.newDatabaseUrl()
  const account = await withServer(url, {}, 0, (server) => createSecuredAccount(server))
  const { email, password, secret, recoveryCodes } = account
  let at = Date.now() + 2 * TOTP_STEP_MILLIS
  const signIn = (server: TestServer) => login(server, { email, password, code: codeAt(secret, server.now()) })
  const status = await withServer(url, { SECRET_KEY }, at, async (server) => (await signIn(server)).status)
  expect(status).toBe(200)
  await expect(startTestServer(url)).rejects.toThrow(SecretKeyMismatch)
  await expect(startTestServer(url, { SECRET_KEY: `${SECRET_KEY}x` })).rejects.toThrow(/SECRET_KEY has changed/)
  at += 2 * TOTP_STEP_MILLIS
  const again = await withServer(url, { SECRET_KEY }, at, async (server) => (await signIn(server)).status)
  expect(again).toBe(200)
  const [code] = recoveryCodes
  const kept = await withServer(url, { SECRET_KEY }, at, (server) => login(server, { email, password, code }))
  expect(kept.status).toBe(200)
})

test('With SECRET_KEY set, a token signed with the key in the database is refused', async () => {
  const url = await databases.newDatabaseUrl()
  const { access, refresh } = await withServer(url, {}, 0, (server) => server.signUp())
  await withServer(url, { SECRET_KEY }, 0, async (server) => {
    expect((await server.request('GET', api.profile.path, { access })).status).toBe(401)
    expect((await server.request('POST', api.refresh.path, { body: { refresh_token: refresh } })).status).toBe(200)
  })
})

test('A 2FA lockout and the used codes survive a restart', async () => {
  const url = await databases.newDatabaseUrl()
  const before = await withServer(url, {}, 0, async (server) => {
    const account = await createSecuredAccount(server)
    const used = account.nextCode()
    const { email, password } = account
    expect((await login(server, { email, password, code: used })).status).toBe(200)
    for (let count = 0; count < 5; count++) await login(server, { email, password, code: 'none' })
    return { email, password, used, secret: account.secret, at: server.now() }
  })
  const { email, password, used, secret } = before
  await withServer(url, {}, before.at, async (server) => {
    expect(await login(server, { email, password, code: used })).toMatchObject({ body: { code: '2FA_LOCKED' } })
    server.advanceClock(15 * MINUTE)
    expect((await login(server, { email, password, code: codeAt(secret, server.now()) })).status).toBe(200)
  })
  const again = await withServer(url, {}, before.at + 15 * MINUTE, (server) =>
    login(server, { email, password, code: codeAt(secret, before.at + 15 * MINUTE) }),
  )
  expect(again.status).toBe(400)
})

test('A refresh token used before SECRET_KEY was set counts as used', async () => {
  const url = await databases.newDatabaseUrl()
  const refresh = async (server: TestServer, refresh_token: string) =>
    server.request<{ refresh_token: string }>('POST', api.refresh.path, { body: { refresh_token } })
  const [first, third] = await withServer(url, {}, 0, async (server) => {
    const tokens = await server.signUp()
    const second = (await refresh(server, tokens.refresh)).body.refresh_token
    return [tokens.refresh, (await refresh(server, second)).body.refresh_token]
  })
  const [newestStatus, usedStatus] = await withServer(url, { SECRET_KEY }, Date.now() + MINUTE, async (server) => [
    (await refresh(server, third)).status,
    (await refresh(server, first)).status,
  ])
  expect([newestStatus, usedStatus]).toEqual([200, 401])
})
