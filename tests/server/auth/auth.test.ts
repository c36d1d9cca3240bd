import { randomUUID } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { RefreshedTokens, Tokens } from '../../../src/contract/auth/views.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import { accounts } from '../../../src/engine/exchange.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { openPasswords } from '../../../src/server/security/password-hash.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { insertRegistered } from '../../fixtures/stored-accounts.ts'
import { setUpTestServer, startTestServer } from '../../fixtures/test-exchange.ts'

vi.mock('@node-rs/argon2', { spy: true })

const server = setUpTestServer()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const newEmail = (): string => `${randomUUID()}@example.com`
const post = <T>(path: string, body: unknown) => server().request<T>('POST', path, { body })
const register = (body: object) => post<Tokens>(api.register.path, body)
const login = (email: string, password: string) => post<Tokens>(api.login.path, { email, password })
const refresh = (token: string) => post<RefreshedTokens>(api.refresh.path, { refresh_token: token })
const profile = (access?: string) => server().request<ProfileView>('GET', api.profile.path, { access })
const statusOf = async (access?: string): Promise<number> => (await profile(access)).status

test('Registration creates tokens, a profile and play money; the email is case-insensitive', async () => {
  const email = newEmail()
  const registered = await register({ email: email.toUpperCase(), password: 'plain words', referrer_uid: null })
  expect(registered.status).toBe(201)
  expect(Object.keys(registered.body).sort()).toEqual(['access', 'refresh'])
  const { body } = await profile(registered.body.access)
  expect(body).toMatchObject({ email, has_password: true, has_2fa: false, has_traded: false, play_money: true })
  expect(body.referral_code).toMatch(/^[1-9]\d{8}$/)
  const assets = await server().request<AssetView[]>('GET', api.assets.path, { access: registered.body.access })
  expect(assets.body.find(({ currency }) => currency.symbol === 'USDT')?.balance).toBe('10000')
  expect((await register({ email, password: 'other words' })).status).toBe(409)
  expect((await login(email, 'plain words')).status).toBe(200)
})

test('An email whose domain is in another script is one account in both of its forms', async () => {
  const name = randomUUID()
  const [typed, stored] = [`${name}@Почта.рф`, `${name}@xn--80a1acny.xn--p1ai`]
  const { status, body } = await register({ email: typed, password: 'plain words' })
  expect([status, (await profile(body.access)).body.email]).toEqual([201, stored])
  expect((await register({ email: stored, password: 'other words' })).status).toBe(409)
  for (const email of [typed, stored]) expect((await login(email, 'plain words')).status).toBe(200)
})

test('Exactly one of six concurrent registrations of one email succeeds', async () => {
  const email = newEmail()
  const replies = await Promise.all(Array.from({ length: 6 }, () => register({ email, password: 'plain words' })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
})

test('Login answers a wrong password and an unknown email alike, and verifies one hash of equal cost for both', async () => {
  const email = newEmail()
  await register({ email, password: 'plain words' })
  const work: unknown[] = []
  for (const who of [email, newEmail()]) {
    vi.mocked(verify).mockClear()
    expect(await login(who, 'wrong password')).toMatchObject({
      status: 400,
      body: { detail: 'Invalid credentials. Please try again.', code: 'INVALID_CREDENTIALS' },
    })
    // The text of a hash begins with its algorithm, version and cost.
    work.push(vi.mocked(verify).mock.calls.map(([hash, password]) => [String(hash).split('$').slice(0, 4), password]))
  }
  expect(work[0]).toEqual([[['', 'argon2id', 'v=19', expect.stringMatching(/^m=\d+,t=\d+,p=\d+$/)], 'wrong password']])
  expect(work[1]).toEqual(work[0])
})

test('Registration stores the referrer, ignores an unknown referral code and refuses a malformed one', async () => {
  const { access } = await server().signUp()
  const { body: friend } = await profile(access)
  const [asNumber, asText] = [newEmail(), newEmail()]
  await register({ email: asNumber, password: 'plain words', referrer_uid: Number(friend.referral_code) })
  await register({ email: asText, password: 'plain words', referrer_uid: friend.referral_code })
  const unknown = await register({ email: newEmail(), password: 'plain words', referrer_uid: 100_000_000 })
  expect([unknown.status, Object.keys(unknown.body).sort()]).toEqual([201, ['access', 'refresh']])
  // As a number, a code loses its leading zeros.
  for (const code of [12_345_678, '012345678', 0])
    expect((await register({ email: newEmail(), password: 'plain words', referrer_uid: code })).status).toBe(201)
  for (const code of ['12345678', 1.5, -483_920_175, '48392017x', 1e30])
    expect((await register({ email: newEmail(), password: 'plain words', referrer_uid: code })).status).toBe(422)
  const referredKinds = await server().exchange.sequencer.read((state) =>
    [...accounts(state)].filter(({ referrer }) => referrer === friend.uuid).map(({ kind }) => kind),
  )
  expect(referredKinds).toEqual(['user', 'user'])
})

test('Registration reports every invalid field with one entry', async () => {
  const { status, body } = await post(api.register.path, { email: 'ann', password: '12345' })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    detail: [
      { loc: ['body', 'email'], msg: 'Invalid email address' },
      { loc: ['body', 'password'], msg: 'Password must be at least 6 characters' },
    ],
  })
})

test('An access token is valid for 15 minutes', async () => {
  const { access } = await server().signUp()
  server().advanceClock(14 * MINUTE)
  expect(await statusOf(access)).toBe(200)
  server().advanceClock(2 * MINUTE)
  expect(await statusOf(access)).toBe(401)
})

test('Both token headers accept an access token, with the Bearer scheme only', async () => {
  const { access } = await server().signUp()
  const statusWith = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${server().address}/exchange-backend${api.profile.path}`, { headers })).status
  expect(await statusWith({ authorization: `Bearer ${access}` })).toBe(200)
  expect(await statusWith({ 'telegram-init-data': `Bearer ${access}` })).toBe(200)
  expect(await statusWith({ authorization: access })).toBe(401)
  expect(await statusWith({ authorization: `Basic ${access}` })).toBe(401)
  expect(await statusWith({})).toBe(401)
})

test('Access tokens, refresh tokens and socket tickets are not interchangeable', async () => {
  const { access, refresh: refreshToken } = await server().signUp()
  const { body } = await server().request<{ ticket: string }>('POST', api.socketTicket.path, { body: {}, access })
  expect(await statusOf(refreshToken)).toBe(401)
  expect(await statusOf(body.ticket)).toBe(401)
  expect((await refresh(access)).status).toBe(401)
  expect((await refresh(body.ticket)).status).toBe(401)
})

test('The server refuses access tokens that are forged, unsigned, modified or of another type', async () => {
  const { access } = await server().signUp()
  const [head = '', claims = '', signature = ''] = access.split('.')
  const coded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const forged = await new SignJWT({ sid: read.sid })
    .setProtectedHeader({ alg: 'HS256', typ: 'access+jwt' })
    .setSubject(read.sub)
    .setAudience('exchange')
    .setExpirationTime('1h')
    .sign(Buffer.alloc(32))
  const attempts = [
    forged,
    `${coded({ alg: 'none', typ: 'access+jwt' })}.${claims}.`,
    `${coded({ alg: 'HS256', typ: 'refresh+jwt' })}.${claims}.${signature}`,
    `${head}.${coded({ ...read, sub: randomUUID() })}.${signature}`,
    `${head}.${coded({ ...read, exp: read.exp + 3_600 })}.${signature}`,
    `${head}.${claims}`,
    `${head}.${claims}.${signature}x`,
    'a'.repeat(5_000),
  ]
  for (const attempt of attempts) expect(await statusOf(attempt)).toBe(401)
  expect(await statusOf(access)).toBe(200)
})

test('A refresh returns a new pair; the old refresh token is valid until 30 s after the new one is used', async () => {
  const first = await server().signUp()
  const { status, body: second } = await refresh(first.refresh)
  expect(status).toBe(200)
  expect(Object.keys(second).sort()).toEqual(['access_token', 'refresh_token'])
  expect(await statusOf(second.access_token)).toBe(200)
  server().advanceClock(DAY)
  expect((await refresh(first.refresh)).body.refresh_token).toBe(second.refresh_token)
  const { body: third } = await refresh(second.refresh_token)
  server().advanceClock(29_000)
  expect((await refresh(first.refresh)).body.refresh_token).toBe(second.refresh_token)
  expect((await refresh(third.refresh_token)).status).toBe(200)
})

test('Late reuse of a refresh token revokes the whole session and closes its sockets', async () => {
  const { refresh: first } = await server().signUp()
  const { body: second } = await refresh(first)
  const { body: third } = await refresh(second.refresh_token)
  const socket = await server().openSocket(1, third.access_token)
  server().advanceClock(31_000)
  expect((await refresh(first)).status).toBe(401)
  expect(await socket.closed).toBe(4401)
  expect((await refresh(third.refresh_token)).status).toBe(401)
  expect((await refresh(second.refresh_token)).status).toBe(401)
  expect(await statusOf(third.access_token)).toBe(401)
})

test('Fifty concurrent refreshes of one token return the same new token', async () => {
  const { refresh: token } = await server().signUp()
  const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(token)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const successors = new Set(replies.map(({ body }) => body.refresh_token))
  expect(successors.size).toBe(1)
  expect((await refresh([...successors][0] ?? '')).status).toBe(200)
})

test('A session expires after 60 days, however often it is refreshed', async () => {
  let { refresh: token } = await server().signUp()
  for (let day = 0; day < 59; day += 20) {
    server().advanceClock(19 * DAY)
    token = (await refresh(token)).body.refresh_token
  }
  server().advanceClock(4 * DAY)
  expect((await refresh(token)).status).toBe(401)
})

test('Logout revokes the tokens and sockets of its session; other sessions stay valid', async () => {
  const email = newEmail()
  const here = await server().signUp(email)
  const { body: there } = await login(email, 'correct horse')
  const socket = await server().openSocket(1, here.access)
  expect((await post(api.logout.path, { refresh_token: here.refresh })).body).toEqual({ status: 'ok' })
  expect(await socket.closed).toBe(4401)
  expect(await statusOf(here.access)).toBe(401)
  expect((await refresh(here.refresh)).status).toBe(401)
  expect(await statusOf(there.access)).toBe(200)
  expect((await post(api.logout.path, { refresh_token: 'nobody has this' })).status).toBe(200)
})

test('The database stores only hashes of passwords and refresh tokens', async () => {
  const { refresh: token } = await server().signUp(newEmail(), 'a very plain password')
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const tables = await Promise.all(
    ['users', 'refresh_tokens'].map((name) => database.pool.query(`select t::text as line from ${name} t`)),
  )
  const lines = tables.flatMap(({ rows }) => rows.map(({ line }) => line)).join('\n')
  await database.close()
  expect(lines).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(lines).not.toContain(token)
  expect(lines).not.toContain(Buffer.from(token).toString('hex'))
  expect(lines).not.toContain('a very plain password')
})

test('After a restart valid tokens work, ended sessions stay ended whatever is deleted, and an interrupted registration is completed', async () => {
  const { exchange, databaseUrl } = server()
  const [kept, ended] = [await server().signUp(), await server().signUp()]
  await post(api.logout.path, { refresh_token: ended.refresh })
  await exchange.stop()
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  await insertRegistered(database.pool, { email: 'half@example.com', password_hash: 'x', referral_code: 100_000_001 })
  await database.pool.query('delete from revoked_sessions')
  await database.close()
  const again = await startTestServer(databaseUrl)
  // Advance the clock as far as in the first server, so that existing tokens are not in the future.
  again.advanceClock(Math.max(0, (await again.exchange.sequencer.read(({ at }) => at)) - Date.now()))
  try {
    const ask = (access: string) => again.request('GET', api.profile.path, { access })
    expect((await ask(kept.access)).status).toBe(200)
    expect((await ask(ended.access)).status).toBe(401)
    const opened = await again.exchange.sequencer.read((state) => [...accounts(state)])
    expect(opened.some(({ referralCode }) => referralCode === 100_000_001)).toBe(true)
  } finally {
    await again.exchange.stop()
  }
})

test('The password hasher rejects requests above its queue limit', async () => {
  const passwords = await openPasswords()
  const tries = await Promise.allSettled(Array.from({ length: 110 }, () => passwords.verify('x', undefined)))
  expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(8)
})
