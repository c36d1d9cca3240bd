/** The secret key and the record key that it encrypts; encryption of stored secrets, and 2FA after a restart. */

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { decrypt, encrypt } from '../../../src/server/secrets/encryption.ts'
import { RecordKeyMissing, SecretKeyMismatch } from '../../../src/server/secrets/record-key.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { codeAt, createSecuredAccount, TOTP_STEP_MILLIS } from '../../fixtures/secured-account.ts'
import { quiet } from '../../fixtures/silent-log.ts'
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

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const { pool, close } = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  const { rows } = await pool.query(text).finally(close)
  return rows
}

const sealedKey = async (url: string): Promise<unknown> =>
  (await query(url, `select value from settings where name = 'record-key'`))[0]?.value

const everythingIn = async (url: string): Promise<string> => JSON.stringify(await query(url, 'select * from settings'))

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

test('A new SECRET_KEY with the one before beside it keeps 2FA and sessions, and later starts need only the new one', async () => {
  const url = await databases.newDatabaseUrl()
  const old = { SECRET_KEY: `${SECRET_KEY}-old` }
  const { account, tokens } = await withServer(url, old, 0, async (server) => ({
    account: await createSecuredAccount(server),
    tokens: await server.signUp(),
  }))
  const { email, password, secret, recoveryCodes } = account
  const sealed = await sealedKey(url)
  await expect(startTestServer(url, { SECRET_KEY })).rejects.toThrow(/^SECRET_KEY is not that of this database/)
  let at = Date.now() + 2 * TOTP_STEP_MILLIS
  const signIn = (server: TestServer) => login(server, { email, password, code: codeAt(secret, server.now()) })
  const both = { SECRET_KEY, SECRET_KEY_OLD: old.SECRET_KEY }
  const rotated = await withServer(url, both, at, async (server) => [
    (await signIn(server)).status,
    (await server.request('GET', api.profile.path, { access: tokens.access })).status,
    (await server.request('POST', api.refresh.path, { body: { refresh_token: tokens.refresh } })).status,
  ])
  expect(rotated).toEqual([200, 200, 200])
  expect(await sealedKey(url)).not.toBe(sealed)
  await expect(startTestServer(url, old)).rejects.toThrow(SecretKeyMismatch)
  at += 2 * TOTP_STEP_MILLIS
  expect(await withServer(url, { SECRET_KEY }, at, async (server) => (await signIn(server)).status)).toBe(200)
  const [code] = recoveryCodes
  const kept = await withServer(url, { SECRET_KEY }, at, (server) => login(server, { email, password, code }))
  expect(kept.status).toBe(200)
})

test('In play mode the key is a file of its own, and SECRET_KEY can take its place', async () => {
  const url = await databases.newDatabaseUrl()
  const DATA_DIR = scratchFolder()
  const file = join(DATA_DIR, 'secret-key')
  const { refresh } = await withServer(url, { DATA_DIR, SECRET_KEY: '' }, 0, (server) => server.signUp())
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const key = readFileSync(file, 'utf8').trim()
  expect(await everythingIn(url)).not.toContain(key)
  writeFileSync(file, 'another-key-that-is-long-enough-to-be-one')
  await expect(startTestServer(url, { DATA_DIR, SECRET_KEY: '' })).rejects.toThrow(/^the file secret-key in .* another/)
  rmSync(file)
  await expect(startTestServer(url, { DATA_DIR, SECRET_KEY: '' })).rejects.toThrow(/^SECRET_KEY is missing, and so is/)
  writeFileSync(file, key)
  const refreshed = await withServer(url, { DATA_DIR, SECRET_KEY }, 0, (server) =>
    server.request('POST', api.refresh.path, { body: { refresh_token: refresh } }),
  )
  expect(refreshed.status).toBe(200)
  expect(existsSync(file)).toBe(false)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

test('A database that lost its record key is refused, and no new key is made for old rows', async () => {
  const url = await databases.newDatabaseUrl()
  await withServer(url, {}, 0, (server) => server.signUp())
  await query(url, `delete from settings where name = 'record-key'`)
  await expect(startTestServer(url)).rejects.toThrow(RecordKeyMissing)
  expect(await sealedKey(url)).toBeUndefined()
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
