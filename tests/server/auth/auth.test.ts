import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { AssetView, ProfileView, RefreshedTokens, Tokens } from '../../src/contract/views.ts'
import { openPasswords } from '../../src/server/identity/passwords.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { house, openHouse } from './exchange-world.ts'
import { quiet } from './quiet.ts'

const home = house()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const newEmail = (): string => `${randomUUID()}@example.com`
const post = <T>(path: string, body: unknown) => home().ask<T>('POST', path, { body })
const register = (body: object) => post<Tokens>(api.register.path, body)
const login = (email: string, password: string) => post<Tokens>(api.login.path, { email, password })
const refresh = (token: string) => post<RefreshedTokens>(api.refresh.path, { refresh_token: token })
const profile = (access?: string) => home().ask<ProfileView>('GET', api.profile.path, { access })
const statusOf = async (access?: string): Promise<number> => (await profile(access)).status

test('a newcomer gets tokens, a profile and play money; the e-mail is theirs in any case', async () => {
  const email = newEmail()
  const registered = await register({ email: email.toUpperCase(), password: 'plain words', referrer_uid: null })
  expect(registered.status).toBe(201)
  expect(Object.keys(registered.body).sort()).toEqual(['access', 'refresh'])
  const { body } = await profile(registered.body.access)
  expect(body).toMatchObject({ email, has_password: true, has_2fa: false, play_money: true })
  expect(body.referral_code).toMatch(/^[1-9]\d{8}$/)
  const assets = await home().ask<AssetView[]>('GET', api.assets.path, { access: registered.body.access })
  expect(assets.body.find(({ currency }) => currency.symbol === 'USDT')?.balance).toBe('10000')
  expect((await register({ email, password: 'other words' })).status).toBe(409)
  expect((await login(email, 'plain words')).status).toBe(200)
})

test('two who register the same e-mail at once: one gets it', async () => {
  const email = newEmail()
  const replies = await Promise.all(Array.from({ length: 6 }, () => register({ email, password: 'plain words' })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
})

test('a wrong password and an unknown e-mail get the same answer for the same work', async () => {
  const email = newEmail()
  await register({ email, password: 'plain words' })
  const other = newEmail()
  const took = { [email]: [] as number[], [other]: [] as number[] }
  const said = new Set<string>()
  // In turns, and the quickest of each: whatever else this machine does is not what is asked about.
  for (let turn = 0; turn < 5; turn++)
    for (const who of [email, other]) {
      const started = performance.now()
      const { status, body } = await login(who, 'wrong password')
      took[who]?.push(performance.now() - started)
      said.add(JSON.stringify({ status, body }))
    }
  expect([...said].map((each) => JSON.parse(each))).toEqual([
    { status: 400, body: { detail: 'Invalid credentials. Please try again.', code: 'INVALID_CREDENTIALS' } },
  ])
  const [wrong, unknown] = [Math.min(...(took[email] ?? [])), Math.min(...(took[other] ?? []))]
  expect(unknown).toBeGreaterThan(wrong / 3)
  expect(wrong).toBeGreaterThan(unknown / 3)
})

test('who brought a newcomer is kept; a code nobody has makes no difference, one that is no code is refused', async () => {
  const { access } = await home().signUp()
  const { body: friend } = await profile(access)
  const [asNumber, asText] = [newEmail(), newEmail()]
  await register({ email: asNumber, password: 'plain words', referrer_uid: Number(friend.referral_code) })
  await register({ email: asText, password: 'plain words', referrer_uid: friend.referral_code })
  const unknown = await register({ email: newEmail(), password: 'plain words', referrer_uid: 100_000_000 })
  expect([unknown.status, Object.keys(unknown.body).sort()]).toEqual([201, ['access', 'refresh']])
  for (const code of [12_345_678, '012345678', -483_920_175, '48392017x', 1e30])
    expect((await register({ email: newEmail(), password: 'plain words', referrer_uid: code })).status).toBe(422)
  const brought = await home().exchange.sequencer.read(({ accounts }) =>
    [...accounts.values()].filter(({ referrer }) => referrer === friend.uuid).map(({ kind }) => kind),
  )
  expect(brought).toEqual(['user', 'user'])
})

test('fields that cannot be are named, one entry each', async () => {
  const { status, body } = await post(api.register.path, { email: 'ann', password: '12345' })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    detail: [
      { loc: ['body', 'email'], msg: 'Invalid email address' },
      { loc: ['body', 'password'], msg: 'Password must be at least 6 characters' },
    ],
  })
})

test('an access token is good for 15 minutes', async () => {
  const { access } = await home().signUp()
  home().later(14 * MINUTE)
  expect(await statusOf(access)).toBe(200)
  home().later(2 * MINUTE)
  expect(await statusOf(access)).toBe(401)
})

test('either header carries the token, and only as a bearer', async () => {
  const { access } = await home().signUp()
  const with_ = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${home().address}/exchange-backend${api.profile.path}`, { headers })).status
  expect(await with_({ authorization: `Bearer ${access}` })).toBe(200)
  expect(await with_({ 'telegram-init-data': `Bearer ${access}` })).toBe(200)
  expect(await with_({ authorization: access })).toBe(401)
  expect(await with_({ authorization: `Basic ${access}` })).toBe(401)
  expect(await with_({})).toBe(401)
})

test('no token passes for another kind', async () => {
  const { access, refresh: refreshToken } = await home().signUp()
  const { body } = await home().ask<{ ticket: string }>('POST', api.socketTicket.path, { body: {}, access })
  expect(await statusOf(refreshToken)).toBe(401)
  expect(await statusOf(body.ticket)).toBe(401)
  expect((await refresh(access)).status).toBe(401)
  expect((await refresh(body.ticket)).status).toBe(401)
})

test('a token signed by somebody else, by nobody, or for something else is refused', async () => {
  const { access } = await home().signUp()
  const [head = '', claims = '', seal = ''] = access.split('.')
  const coded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const forged = await new SignJWT({ family: read.family })
    .setProtectedHeader({ alg: 'HS256', typ: 'access+jwt' })
    .setSubject(read.sub)
    .setAudience('exchange')
    .setExpirationTime('1h')
    .sign(Buffer.alloc(32))
  const attempts = [
    forged,
    `${coded({ alg: 'none', typ: 'access+jwt' })}.${claims}.`,
    `${coded({ alg: 'HS256', typ: 'refresh+jwt' })}.${claims}.${seal}`,
    `${head}.${coded({ ...read, sub: randomUUID() })}.${seal}`,
    `${head}.${coded({ ...read, exp: read.exp + 3_600 })}.${seal}`,
    `${head}.${claims}`,
    `${head}.${claims}.${seal}x`,
    'a'.repeat(5_000),
  ]
  for (const attempt of attempts) expect(await statusOf(attempt)).toBe(401)
  expect(await statusOf(access)).toBe(200)
})

test('a refresh answers a new pair; the old token stays good until the new one is used, and 30 s more', async () => {
  const first = await home().signUp()
  const { status, body: second } = await refresh(first.refresh)
  expect(status).toBe(200)
  expect(Object.keys(second).sort()).toEqual(['access_token', 'refresh_token'])
  expect(await statusOf(second.access_token)).toBe(200)
  home().later(DAY)
  expect((await refresh(first.refresh)).body.refresh_token).toBe(second.refresh_token)
  const { body: third } = await refresh(second.refresh_token)
  home().later(29_000)
  expect((await refresh(first.refresh)).body.refresh_token).toBe(second.refresh_token)
  expect((await refresh(third.refresh_token)).status).toBe(200)
})

test('a token shown again too late ends everything that grew from that sign-in, at once', async () => {
  const { refresh: first } = await home().signUp()
  const { body: second } = await refresh(first)
  const { body: third } = await refresh(second.refresh_token)
  const socket = await home().join(1, third.access_token)
  home().later(31_000)
  expect((await refresh(first)).status).toBe(401)
  expect(await socket.closed).toBe(4401)
  expect((await refresh(third.refresh_token)).status).toBe(401)
  expect((await refresh(second.refresh_token)).status).toBe(401)
  expect(await statusOf(third.access_token)).toBe(401)
})

test('fifty tabs that refresh at once get one successor', async () => {
  const { refresh: token } = await home().signUp()
  const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(token)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const successors = new Set(replies.map(({ body }) => body.refresh_token))
  expect(successors.size).toBe(1)
  expect((await refresh([...successors][0] ?? '')).status).toBe(200)
})

test('a sign-in ends after 60 days, however often it was refreshed', async () => {
  let { refresh: token } = await home().signUp()
  for (let day = 0; day < 59; day += 20) {
    home().later(19 * DAY)
    token = (await refresh(token)).body.refresh_token
  }
  home().later(4 * DAY)
  expect((await refresh(token)).status).toBe(401)
})

test('signing out ends the access token, the refresh token and the sockets; other sign-ins stay', async () => {
  const email = newEmail()
  const here = await home().signUp(email)
  const { body: there } = await login(email, 'correct horse')
  const socket = await home().join(1, here.access)
  expect((await post(api.logout.path, { refresh_token: here.refresh })).body).toEqual({ status: 'ok' })
  expect(await socket.closed).toBe(4401)
  expect(await statusOf(here.access)).toBe(401)
  expect((await refresh(here.refresh)).status).toBe(401)
  expect(await statusOf(there.access)).toBe(200)
  expect((await post(api.logout.path, { refresh_token: 'nobody has this' })).status).toBe(200)
})

test('only hashes are kept', async () => {
  const { refresh: token } = await home().signUp(newEmail(), 'a very plain password')
  const database = await openDatabase({ dataDir: '', databaseUrl: home().databaseUrl, log: quiet })
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

test('after a restart tokens still hold, ended sign-ins stay ended, and a cut-off sign-up is finished', async () => {
  const { exchange, databaseUrl } = home()
  const [kept, ended] = [await home().signUp(), await home().signUp()]
  await post(api.logout.path, { refresh_token: ended.refresh })
  await exchange.stop()
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  await database.pool.query(
    `insert into users (id, email, password_hash, referral_code, created_at)
     select $1, 'half@example.com', password_hash, 100000001, created_at from users limit 1`,
    [randomUUID()],
  )
  await database.close()
  const again = await openHouse(databaseUrl)
  // As far ahead as the clock of the house was turned, or new tokens would be from the future.
  again.later(Math.max(0, (await again.exchange.sequencer.read(({ at }) => at)) - Date.now()))
  try {
    const ask = (access: string) => again.ask('GET', api.profile.path, { access })
    expect((await ask(kept.access)).status).toBe(200)
    expect((await ask(ended.access)).status).toBe(401)
    const accounts = await again.exchange.sequencer.read((state) => [...state.accounts.values()])
    expect(accounts.some(({ referralCode }) => referralCode === 100_000_001)).toBe(true)
  } finally {
    await again.exchange.stop()
  }
})

test('a flood of passwords is turned away before it fills the machine', async () => {
  const passwords = await openPasswords()
  const tries = await Promise.allSettled(Array.from({ length: 110 }, () => passwords.isRight('x', undefined)))
  expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(8)
})
