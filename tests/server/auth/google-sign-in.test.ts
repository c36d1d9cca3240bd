/** Google sign-in over HTTP on the whole server, with a real OpenID provider. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { LoginMethodsView, Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import { accountOf } from '../../../src/engine/exchange.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { type Claims, type FakeGoogle, startFakeGoogle } from '../../fixtures/fake-google.ts'
import { freePort } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const ORIGIN = 'https://tern.example'
const REDIRECT_URI = `${ORIGIN}/register`
let databases: TestDatabases
/** For a second server: two servers cannot share a cluster. */
let otherDatabases: TestDatabases
let google: FakeGoogle
let server: TestServer

beforeAll(async () => {
  databases = await startTestDatabases()
  otherDatabases = await startTestDatabases()
  google = await startFakeGoogle(await freePort(), [REDIRECT_URI, 'https://evil.example/register', `${ORIGIN}/login`])
  server = await startTestServer(await databases.newDatabaseUrl(), {
    PUBLIC_URL: ORIGIN,
    BOT_TOKEN,
    ...google.settings,
  })
})
afterAll(async () => {
  await server?.exchange.stop()
  await google?.stop()
  await databases?.stop()
  await otherDatabases?.stop()
})

const exchangeCode = (body: object, instance = server) =>
  instance.request<Tokens & ErrorBody>('POST', api.google.path, { body })
const profileOf = async (access: string) =>
  (await server.request<ProfileView>('GET', api.profile.path, { access })).body
const newAddress = () => `${randomUUID()}@example.com`
const visit = (account: string, claims: Claims = {}) => google.signIn(account, claims, REDIRECT_URI)
/** Signs in with Google; returns the profile or the refusal code. */
async function signInWithGoogle(
  account: string,
  claims: Claims = {},
  more: object = {},
): Promise<ProfileView | string> {
  const { status, body } = await exchangeCode({ ...(await visit(account, claims)), ...more })
  return status === 200 ? profileOf(body.access) : String(body.code)
}
const user = async (account: string, claims: Claims = {}, more: object = {}): Promise<ProfileView> => {
  const result = await signInWithGoogle(account, claims, more)
  if (typeof result === 'string') throw new Error(result)
  return result
}

test('The first Google sign-in creates a user with play money, and the second signs in the same user', async () => {
  const [account, email] = [randomUUID(), newAddress()]
  const evidence = await visit(account, { email: email.toUpperCase(), email_verified: true })
  const { status, body } = await exchangeCode(evidence)
  expect([status, Object.keys(body).sort()]).toEqual([200, ['access', 'refresh']])
  const ann = await profileOf(body.access)
  expect(ann).toMatchObject({ email, email_confirmed: true, has_password: false, ways: ['google'] })
  const { body: assets } = await server.request<AssetView[]>('GET', api.assets.path, { access: body.access })
  expect(assets.find(({ currency }) => currency.symbol === 'USDT')?.balance).toBe('10000')
  expect((await user(account)).uuid).toBe(ann.uuid)
  expect((await user(randomUUID())).uuid).not.toBe(ann.uuid)
})

test('The referral code counts only at the first Google sign-in', async () => {
  const { body: friend } = await server.request<ProfileView>('GET', api.profile.path, {
    access: (await server.signUp()).access,
  })
  const account = randomUUID()
  const { uuid } = await user(account, {}, { referrer_uid: friend.referral_code })
  const referrer = () => server.exchange.sequencer.read((state) => accountOf(state, uuid as UserId)?.referrer)
  expect(await referrer()).toBe(friend.uuid)
  await user(account, {}, { referrer_uid: 123456789 })
  expect(await referrer()).toBe(friend.uuid)
})

test('Twenty concurrent first Google sign-ins create one user', async () => {
  const [account, email] = [randomUUID(), newAddress()]
  const visits = []
  for (let count = 0; count < 20; count++) visits.push(await visit(account, { email, email_verified: true }))
  const replies = await Promise.all(visits.map((evidence) => exchangeCode(evidence)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const profiles = await Promise.all(replies.map(({ body }) => profileOf(body.access)))
  expect(new Set(profiles.map(({ uuid }) => uuid)).size).toBe(1)
})

test('Google sign-in refuses a code, verifier or nonce that does not match the others', async () => {
  const failed = { status: 400, body: { code: 'GOOGLE_FAILED', detail: 'Google authorization failed' } }
  const fresh = () => visit(randomUUID())
  expect(await exchangeCode({ ...(await fresh()), code_verifier: 'x'.repeat(43) })).toMatchObject(failed)
  expect(await exchangeCode({ ...(await fresh()), code_verifier: undefined })).toMatchObject(failed)
  expect(await exchangeCode({ ...(await fresh()), nonce: 'another' })).toMatchObject(failed)
  expect(await exchangeCode({ ...(await fresh()), nonce: undefined })).toMatchObject(failed)
  expect(await exchangeCode({ ...(await fresh()), authentication_code: 'made-up' })).toMatchObject(failed)
  const [mine, yours] = [await fresh(), await fresh()]
  expect(await exchangeCode({ ...mine, authentication_code: yours.authentication_code })).toMatchObject(failed)
  const withoutNonce = await google.signIn(randomUUID(), {}, REDIRECT_URI, { nonce: undefined })
  expect(await exchangeCode({ ...withoutNonce, nonce: 'wanted' })).toMatchObject(failed)
})

test('A Google code is accepted at most once, also by twenty concurrent requests', async () => {
  const evidence = await visit(randomUUID())
  const replies = await Promise.all(Array.from({ length: 20 }, () => exchangeCode(evidence)))
  expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  expect((await exchangeCode(evidence)).body.code).toBe('GOOGLE_FAILED')
})

test('Google sign-in refuses a redirect URI of another origin or page', async () => {
  for (const other of ['https://evil.example/register', `${ORIGIN}/login`]) {
    const evidence = await google.signIn(randomUUID(), {}, other)
    expect(await exchangeCode(evidence)).toMatchObject({ status: 400, body: { code: 'REDIRECT_NOT_OURS' } })
    expect(await exchangeCode({ ...evidence, redirect_uri: undefined })).toMatchObject({
      body: { code: 'GOOGLE_FAILED' },
    })
    expect(await exchangeCode({ ...evidence, redirect_uri: REDIRECT_URI })).toMatchObject({
      body: { code: 'GOOGLE_FAILED' },
    })
  }
  const { redirect_uri: _ours, ...evidence } = await visit(randomUUID())
  expect((await exchangeCode(evidence)).status).toBe(200)
})

test('Google sign-in without PUBLIC_URL accepts the redirect URI of the requested host only', async () => {
  const port = await freePort()
  const near = `http://127.0.0.1:${port}`
  const other = await startFakeGoogle(await freePort(), [`${near}/register`])
  const instance = await startTestServer(await otherDatabases.newDatabaseUrl(), {
    ...other.settings,
    PORT: String(port),
  })
  expect((await exchangeCode(await other.signIn('ann', {}, `${near}/register`), instance)).status).toBe(200)
  const foreign = { ...(await other.signIn('ann', {}, `${near}/register`)), redirect_uri: REDIRECT_URI }
  expect((await exchangeCode(foreign, instance)).body.code).toBe('REDIRECT_NOT_OURS')
  await instance.exchange.stop()
  await other.stop()
})

test('The server starts while Google is unreachable, reports it, and finds it again after a retry', async () => {
  const port = await freePort()
  const settings = { ...google.settings, GOOGLE_ISSUER: `http://127.0.0.1:${port}`, PUBLIC_URL: ORIGIN }
  const instance = await startTestServer(await otherDatabases.newDatabaseUrl(), settings)
  const googleMethod = async () => (await instance.request<LoginMethodsView>('GET', api.ways.path)).body.google
  expect(await googleMethod()).toEqual({ authorization_endpoint: null, client_id: 'tern' })
  const away = { status: 409, body: { code: 'GOOGLE_UNREACHABLE' } }
  expect(await exchangeCode({ authentication_code: 'x', code_verifier: 'y' }, instance)).toMatchObject(away)
  const back = await startFakeGoogle(port, [REDIRECT_URI])
  instance.advanceClock(3_000)
  expect(await googleMethod()).toEqual({ authorization_endpoint: `${back.issuer}/auth`, client_id: 'tern' })
  const evidence = await back.signIn('ann', {}, REDIRECT_URI)
  await back.stop()
  expect(await exchangeCode(evidence, instance)).toMatchObject(away)
  await instance.exchange.stop()
})

test('The server does not log Google codes, verifiers or the client secret', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line) => lines.push(line) })
  const instance = await startTestServer(
    await otherDatabases.newDatabaseUrl(),
    { PUBLIC_URL: ORIGIN, ...google.settings },
    log,
  )
  const [good, bad] = [await visit(randomUUID()), await visit(randomUUID())]
  await exchangeCode(good, instance)
  await exchangeCode(good, instance)
  await exchangeCode({ ...bad, nonce: 'another' }, instance)
  await instance.exchange.stop()
  const written = lines.join('')
  expect(written).toContain('registered a user')
  expect(written).toContain('the authorization code could not be exchanged')
  const secrets = [good, bad].flatMap(({ authentication_code, code_verifier }) => [authentication_code, code_verifier])
  for (const secret of [...secrets, google.settings.GOOGLE_CLIENT_SECRET ?? '']) expect(written).not.toContain(secret)
})

/** Creates an account with a password for this address. */
async function withPassword(email = newAddress()): Promise<{ email: string; tokens: Tokens; uuid: string }> {
  const tokens = await server.signUp(email, 'correct horse')
  return { email, tokens, uuid: (await profileOf(tokens.access)).uuid }
}
const ask = async (text: string, values: unknown[] = []) => {
  const database = await openDatabase({ dataDir: '', databaseUrl: server.databaseUrl, log: quiet })
  const { rows } = await database.pool.query(text, values)
  await database.close()
  return rows
}
const count = async (): Promise<number> => Number((await ask('select count(*) from users'))[0].count)
const holders = (email: string) => ask('select id from users where email = $1', [email])
const verified = (email: string): Claims => ({ email, email_verified: true })
const TAKEN = 'GOOGLE_EMAIL_TAKEN'
const others = (mine: ProfileView, uuid: string): void => {
  expect(mine.uuid).not.toBe(uuid)
  expect(mine.email).toBe(null)
}

/** Google sign-in never gives access to the account of another user. */
const takeoverAttempts: Readonly<Record<string, () => Promise<void>>> = {
  'Google sign-in refuses a verified address of an account with a password': async () => {
    const { email } = await withPassword()
    expect(await signInWithGoogle(randomUUID(), verified(email))).toBe(TAKEN)
  },
  'Google sign-in refuses the address of an account with a password in upper case': async () => {
    const { email } = await withPassword()
    expect(await signInWithGoogle(randomUUID(), verified(email.toUpperCase()))).toBe(TAKEN)
  },
  'Google sign-in refuses the address of an account with a password three times in a row': async () => {
    const { email } = await withPassword()
    const account = randomUUID()
    for (let times = 0; times < 3; times++) expect(await signInWithGoogle(account, verified(email))).toBe(TAKEN)
  },
  'A refused Google sign-in creates no user': async () => {
    const { email } = await withPassword()
    const before = await count()
    await signInWithGoogle(randomUUID(), verified(email))
    expect(await count()).toBe(before)
  },
  'A refused Google sign-in tells the user to sign in with the password first': async () => {
    const { email } = await withPassword()
    const { body } = await exchangeCode(await visit(randomUUID(), verified(email)))
    expect(String(body.detail)).toMatch(/Sign in with your password, then link Google/)
  },
  'An unverified Google address does not identify an existing account': async () => {
    const { email, uuid } = await withPassword()
    others(await user(randomUUID(), { email, email_verified: false }), uuid)
  },
  'A Google address without email_verified does not identify an existing account': async () => {
    const { email, uuid } = await withPassword()
    others(await user(randomUUID(), { email }), uuid)
  },
  'The string "true" in email_verified does not verify a Google address': async () => {
    const { email, uuid } = await withPassword()
    others(await user(randomUUID(), { email, email_verified: 'true' } as unknown as Claims), uuid)
  },
  'An unverified Google address is not stored': async () => {
    const mine = await user(randomUUID(), { email: newAddress(), email_verified: false })
    expect([mine.email, mine.email_confirmed]).toEqual([null, false])
  },
  'A Google address with characters that cannot be stored or seen is not stored, and its owner signs in': async () => {
    for (const part of ['half\ud83d', 'zero\u0000', 'override\u202e', 'hidden\u200b']) {
      const account = randomUUID()
      const claims = verified(`${part}${newAddress()}`)
      const mine = await user(account, claims)
      expect([part, mine.email, (await user(account, claims)).uuid]).toEqual([part, null, mine.uuid])
    }
  },
  'An unverified Google address can still be registered by its owner': async () => {
    const email = newAddress()
    await user(randomUUID(), { email, email_verified: false })
    expect(
      (await server.request('POST', api.register.path, { body: { email, password: 'correct horse' } })).status,
    ).toBe(201)
  },
  'Two Google accounts with one address are two users': async () => {
    const email = newAddress()
    const first = await user(randomUUID(), verified(email))
    others(await user(randomUUID(), verified(email)), first.uuid)
  },
  'The address of a Google user cannot be registered': async () => {
    const email = newAddress()
    await user(randomUUID(), verified(email))
    expect(
      (await server.request('POST', api.register.path, { body: { email, password: 'correct horse' } })).status,
    ).toBe(409)
  },
  'The address of a Google user cannot be used for a password sign-in': async () => {
    const email = newAddress()
    await user(randomUUID(), verified(email))
    for (const password of ['', 'null', 'secret'])
      expect((await server.request('POST', api.login.path, { body: { email, password } })).status).toBe(400)
  },
  'A new Google account with a reused address gets a new user': async () => {
    const email = newAddress()
    const first = await user(randomUUID(), verified(email))
    const second = await user(randomUUID(), verified(email))
    expect(second.uuid).not.toBe(first.uuid)
  },
  'A Google user whose address changes keeps the user and the first address': async () => {
    const account = randomUUID()
    const email = newAddress()
    const first = await user(account, verified(email))
    const later = await user(account, verified(newAddress()))
    expect([later.uuid, later.email]).toEqual([first.uuid, email])
  },
  'A Google user whose address changes to that of another account keeps the user without an address': async () => {
    const { email } = await withPassword()
    const account = randomUUID()
    const first = await user(account)
    const later = await user(account, verified(email))
    expect([later.uuid, later.email]).toEqual([first.uuid, null])
  },
  'The same subject at another issuer is another user': async () => {
    const account = randomUUID()
    const first = await user(account)
    const other = await startFakeGoogle(await freePort(), [REDIRECT_URI])
    const { databaseUrl } = server
    await server.exchange.stop()
    server = await startTestServer(databaseUrl, { PUBLIC_URL: ORIGIN, BOT_TOKEN, ...other.settings })
    const { body } = await exchangeCode(await other.signIn(account, {}, REDIRECT_URI))
    const second = await profileOf(body.access)
    await server.exchange.stop()
    server = await startTestServer(databaseUrl, { PUBLIC_URL: ORIGIN, BOT_TOKEN, ...google.settings })
    await other.stop()
    expect(second.uuid).not.toBe(first.uuid)
    expect((await user(account)).uuid).toBe(first.uuid)
  },
  'A Google subject equal to a Telegram id is another user': async () => {
    const raw_callback_data = widgetData(77, Date.now())
    const { body } = await server.request<Tokens>('POST', api.telegramWidget.path, { body: { raw_callback_data } })
    expect((await user('77')).uuid).not.toBe((await profileOf(body.access)).uuid)
  },
  'A Google address with surrounding spaces does not give access to an existing account': async () => {
    const { email } = await withPassword()
    const result = await signInWithGoogle(randomUUID(), verified(` ${email} `))
    expect(typeof result === 'string' ? result : result.email).not.toBe(email)
  },
  'A concurrent registration and Google sign-in with one address end as two users or one refusal': async () => {
    const [account, email] = [randomUUID(), newAddress()]
    const evidence = await visit(account, verified(email))
    const [signUp, visited] = await Promise.all([
      server.request<Tokens>('POST', api.register.path, { body: { email, password: 'correct horse' } }),
      exchangeCode(evidence),
    ])
    expect([signUp.status, visited.status].filter((status) => status < 300).length).toBeGreaterThan(0)
    expect(await holders(email)).toHaveLength(1)
    if (signUp.status === 201 && visited.status === 200)
      expect((await profileOf(signUp.body.access)).uuid).not.toBe((await profileOf(visited.body.access)).uuid)
  },
}

test.each(Object.entries(takeoverAttempts))('%s', (_name, attempt) => attempt())
