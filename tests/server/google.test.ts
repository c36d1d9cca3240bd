/** Coming in by Google, at the doors of the whole server, against a real OpenID provider. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { AssetView, ErrorBody, ProfileView, Tokens } from '../../src/contract/views.ts'
import type { WaysView } from '../../src/contract/ways-views.ts'
import { openLog } from '../../src/server/log.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { type House, openHouse } from './exchange-world.ts'
import { type Claims, type GoogleDouble, startGoogleDouble } from './google-double.ts'
import { quiet } from './quiet.ts'
import { freePort } from './running-server.ts'
import { BOT_TOKEN, widgetData } from './telegram-bot.ts'
import { startWorld, type World } from './world.ts'

const HERE = 'https://tern.example'
const BACK = `${HERE}/register`
let world: World
/** For another exchange beside ours: two of them do not share a cluster. */
let elsewhere: World
let google: GoogleDouble
let home: House

beforeAll(async () => {
  world = await startWorld()
  elsewhere = await startWorld()
  google = await startGoogleDouble(await freePort(), [BACK, 'https://evil.example/register', `${HERE}/login`])
  home = await openHouse(await world.newDatabaseUrl(), { PUBLIC_URL: HERE, BOT_TOKEN, ...google.settings })
})
afterAll(async () => {
  await home?.exchange.stop()
  await google?.stop()
  await world?.end()
  await elsewhere?.end()
})

const enter = (body: object, house = home) => house.ask<Tokens & ErrorBody>('POST', api.google.path, { body })
const profileOf = async (access: string) => (await home.ask<ProfileView>('GET', api.profile.path, { access })).body
const newAddress = () => `${randomUUID()}@example.com`
const visit = (account: string, claims: Claims = {}) => google.visit(account, claims, BACK)
/** Through Google and in; the profile, or why not. */
async function come(account: string, claims: Claims = {}, more: object = {}): Promise<ProfileView | string> {
  const { status, body } = await enter({ ...(await visit(account, claims)), ...more })
  return status === 200 ? profileOf(body.access) : String(body.code)
}
const user = async (account: string, claims: Claims = {}, more: object = {}): Promise<ProfileView> => {
  const came = await come(account, claims, more)
  if (typeof came === 'string') throw new Error(came)
  return came
}

test('a first visit makes a user with play money, a second one finds them', async () => {
  const [account, email] = [randomUUID(), newAddress()]
  const evidence = await visit(account, { email: email.toUpperCase(), email_verified: true })
  const { status, body } = await enter(evidence)
  expect([status, Object.keys(body).sort()]).toEqual([200, ['access', 'refresh']])
  const ann = await profileOf(body.access)
  expect(ann).toMatchObject({ email, email_confirmed: true, has_password: false, ways: ['google'] })
  const { body: assets } = await home.ask<AssetView[]>('GET', api.assets.path, { access: body.access })
  expect(assets.find(({ currency }) => currency.symbol === 'USDT')?.balance).toBe('10000')
  expect((await user(account)).uuid).toBe(ann.uuid)
  expect((await user(randomUUID())).uuid).not.toBe(ann.uuid)
})

test('the code of who brought somebody counts, at the first visit only', async () => {
  const { body: friend } = await home.ask<ProfileView>('GET', api.profile.path, {
    access: (await home.signUp()).access,
  })
  const account = randomUUID()
  const { uuid } = await user(account, {}, { referrer_uid: friend.referral_code })
  const referrer = () => home.exchange.sequencer.read(({ accounts }) => accounts.get(uuid)?.referrer)
  expect(await referrer()).toBe(friend.uuid)
  await user(account, {}, { referrer_uid: 123456789 })
  expect(await referrer()).toBe(friend.uuid)
})

test('twenty first visits at once make one user', async () => {
  const [account, email] = [randomUUID(), newAddress()]
  const visits = []
  for (let count = 0; count < 20; count++) visits.push(await visit(account, { email, email_verified: true }))
  const replies = await Promise.all(visits.map((evidence) => enter(evidence)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const people = await Promise.all(replies.map(({ body }) => profileOf(body.access)))
  expect(new Set(people.map(({ uuid }) => uuid)).size).toBe(1)
})

test('what is shown must be all of one piece', async () => {
  const failed = { status: 400, body: { code: 'GOOGLE_FAILED', detail: 'Google authorization failed' } }
  const fresh = () => visit(randomUUID())
  expect(await enter({ ...(await fresh()), code_verifier: 'x'.repeat(43) })).toMatchObject(failed)
  expect(await enter({ ...(await fresh()), code_verifier: undefined })).toMatchObject(failed)
  expect(await enter({ ...(await fresh()), nonce: 'another' })).toMatchObject(failed)
  expect(await enter({ ...(await fresh()), nonce: undefined })).toMatchObject(failed)
  expect(await enter({ ...(await fresh()), authentication_code: 'made-up' })).toMatchObject(failed)
  const [mine, yours] = [await fresh(), await fresh()]
  expect(await enter({ ...mine, authentication_code: yours.authentication_code })).toMatchObject(failed)
  const without = await google.visit(randomUUID(), {}, BACK, { nonce: undefined })
  expect(await enter({ ...without, nonce: 'wanted' })).toMatchObject(failed)
})

test('a code is good once, also for twenty at once', async () => {
  const evidence = await visit(randomUUID())
  const replies = await Promise.all(Array.from({ length: 20 }, () => enter(evidence)))
  expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  expect((await enter(evidence)).body.code).toBe('GOOGLE_FAILED')
})

test('an answer that was sent somewhere else is not ours', async () => {
  for (const other of ['https://evil.example/register', `${HERE}/login`]) {
    const evidence = await google.visit(randomUUID(), {}, other)
    expect(await enter(evidence)).toMatchObject({ status: 400, body: { code: 'REDIRECT_NOT_OURS' } })
    expect(await enter({ ...evidence, redirect_uri: undefined })).toMatchObject({ body: { code: 'GOOGLE_FAILED' } })
    expect(await enter({ ...evidence, redirect_uri: BACK })).toMatchObject({ body: { code: 'GOOGLE_FAILED' } })
  }
  const { redirect_uri: _ours, ...evidence } = await visit(randomUUID())
  expect((await enter(evidence)).status).toBe(200)
})

test('without PUBLIC_URL the answer comes back to where the page was asked for', async () => {
  const port = await freePort()
  const near = `http://127.0.0.1:${port}`
  const other = await startGoogleDouble(await freePort(), [`${near}/register`])
  const house = await openHouse(await elsewhere.newDatabaseUrl(), { ...other.settings, PORT: String(port) })
  expect((await enter(await other.visit('ann', {}, `${near}/register`), house)).status).toBe(200)
  const foreign = { ...(await other.visit('ann', {}, `${near}/register`)), redirect_uri: BACK }
  expect((await enter(foreign, house)).body.code).toBe('REDIRECT_NOT_OURS')
  await house.exchange.stop()
  await other.stop()
})

test('while Google is away that is said, nobody waits for it at the start, and it is found when it is back', async () => {
  const port = await freePort()
  const settings = { ...google.settings, GOOGLE_ISSUER: `http://127.0.0.1:${port}`, PUBLIC_URL: HERE }
  const house = await openHouse(await elsewhere.newDatabaseUrl(), settings)
  const ways = async () => (await house.ask<WaysView>('GET', api.ways.path)).body.google
  expect(await ways()).toEqual({ authorization_endpoint: null, client_id: 'tern' })
  const away = { status: 409, body: { code: 'GOOGLE_UNREACHABLE' } }
  expect(await enter({ authentication_code: 'x', code_verifier: 'y' }, house)).toMatchObject(away)
  const back = await startGoogleDouble(port, [BACK])
  house.later(3_000)
  expect(await ways()).toEqual({ authorization_endpoint: `${back.issuer}/auth`, client_id: 'tern' })
  const evidence = await back.visit('ann', {}, BACK)
  await back.stop()
  expect(await enter(evidence, house)).toMatchObject(away)
  await house.exchange.stop()
})

test('neither codes nor secrets are ever written to the log', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line) => lines.push(line) })
  const house = await openHouse(await elsewhere.newDatabaseUrl(), { PUBLIC_URL: HERE, ...google.settings }, log)
  const [good, bad] = [await visit(randomUUID()), await visit(randomUUID())]
  await enter(good, house)
  await enter(good, house)
  await enter({ ...bad, nonce: 'another' }, house)
  await house.exchange.stop()
  const written = lines.join('')
  expect(written).toContain('came in from Google')
  expect(written).toContain('an answer of Google is not good')
  const secrets = [good, bad].flatMap(({ authentication_code, code_verifier }) => [authentication_code, code_verifier])
  for (const secret of [...secrets, google.settings.GOOGLE_CLIENT_SECRET ?? '']) expect(written).not.toContain(secret)
})

/** An account with a password: of the address, as its owner or somebody else made it. */
async function withPassword(email = newAddress()): Promise<{ email: string; tokens: Tokens; uuid: string }> {
  const tokens = await home.signUp(email, 'correct horse')
  return { email, tokens, uuid: (await profileOf(tokens.access)).uuid }
}
const ask = async (text: string, values: unknown[] = []) => {
  const database = await openDatabase({ dataDir: '', databaseUrl: home.databaseUrl, log: quiet })
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

/** Nobody comes into an account that is not theirs, whatever Google or anybody else says of an address. */
const takeovers: Readonly<Record<string, () => Promise<void>>> = {
  'a verified address of an account with a password is refused': async () => {
    const { email } = await withPassword()
    expect(await come(randomUUID(), verified(email))).toBe(TAKEN)
  },
  'in whatever letters it is written': async () => {
    const { email } = await withPassword()
    expect(await come(randomUUID(), verified(email.toUpperCase()))).toBe(TAKEN)
  },
  'again and again': async () => {
    const { email } = await withPassword()
    const account = randomUUID()
    for (let times = 0; times < 3; times++) expect(await come(account, verified(email))).toBe(TAKEN)
  },
  'the refusal makes no user': async () => {
    const { email } = await withPassword()
    const before = await count()
    await come(randomUUID(), verified(email))
    expect(await count()).toBe(before)
  },
  'the refusal says what to do': async () => {
    const { email } = await withPassword()
    const { body } = await enter(await visit(randomUUID(), verified(email)))
    expect(String(body.detail)).toMatch(/Sign in with your password, then link Google/)
  },
  'an address that is not verified is nobody': async () => {
    const { email, uuid } = await withPassword()
    others(await user(randomUUID(), { email, email_verified: false }), uuid)
  },
  'an address of which Google says nothing is nobody': async () => {
    const { email, uuid } = await withPassword()
    others(await user(randomUUID(), { email }), uuid)
  },
  'a word for yes is no yes': async () => {
    const { email, uuid } = await withPassword()
    others(await user(randomUUID(), { email, email_verified: 'true' } as unknown as Claims), uuid)
  },
  'an address that is not verified is not kept': async () => {
    const mine = await user(randomUUID(), { email: newAddress(), email_verified: false })
    expect([mine.email, mine.email_confirmed]).toEqual([null, false])
  },
  'and so does not keep its owner from signing up': async () => {
    const email = newAddress()
    await user(randomUUID(), { email, email_verified: false })
    expect((await home.ask('POST', api.register.path, { body: { email, password: 'correct horse' } })).status).toBe(201)
  },
  'two accounts of Google with one address are two users': async () => {
    const email = newAddress()
    const first = await user(randomUUID(), verified(email))
    others(await user(randomUUID(), verified(email)), first.uuid)
  },
  'the address of a user of Google cannot be signed up with': async () => {
    const email = newAddress()
    await user(randomUUID(), verified(email))
    expect((await home.ask('POST', api.register.path, { body: { email, password: 'correct horse' } })).status).toBe(409)
  },
  'nor signed in with by any password': async () => {
    const email = newAddress()
    await user(randomUUID(), verified(email))
    for (const password of ['', 'null', 'secret'])
      expect((await home.ask('POST', api.login.path, { body: { email, password } })).status).toBe(400)
  },
  'who takes over an address at Google takes over no account here': async () => {
    const email = newAddress()
    const first = await user(randomUUID(), verified(email))
    const second = await user(randomUUID(), verified(email))
    expect(second.uuid).not.toBe(first.uuid)
  },
  'who changes their address at Google stays who they are': async () => {
    const account = randomUUID()
    const email = newAddress()
    const first = await user(account, verified(email))
    const later = await user(account, verified(newAddress()))
    expect([later.uuid, later.email]).toEqual([first.uuid, email])
  },
  'who changes it to that of another account stays who they are': async () => {
    const { email } = await withPassword()
    const account = randomUUID()
    const first = await user(account)
    const later = await user(account, verified(email))
    expect([later.uuid, later.email]).toEqual([first.uuid, null])
  },
  'the same name at another issuer is somebody else': async () => {
    const account = randomUUID()
    const first = await user(account)
    const other = await startGoogleDouble(await freePort(), [BACK])
    const { databaseUrl } = home
    await home.exchange.stop()
    home = await openHouse(databaseUrl, { PUBLIC_URL: HERE, BOT_TOKEN, ...other.settings })
    const { body } = await enter(await other.visit(account, {}, BACK))
    const second = await profileOf(body.access)
    await home.exchange.stop()
    home = await openHouse(databaseUrl, { PUBLIC_URL: HERE, BOT_TOKEN, ...google.settings })
    await other.stop()
    expect(second.uuid).not.toBe(first.uuid)
    expect((await user(account)).uuid).toBe(first.uuid)
  },
  'a name at Google that is a number at Telegram is somebody else': async () => {
    const raw_callback_data = widgetData(77, Date.now())
    const { body } = await home.ask<Tokens>('POST', api.telegramWidget.path, { body: { raw_callback_data } })
    expect((await user('77')).uuid).not.toBe((await profileOf(body.access)).uuid)
  },
  'an address with blanks around it is not somebody else': async () => {
    const { email } = await withPassword()
    const came = await come(randomUUID(), verified(` ${email} `))
    expect(typeof came === 'string' ? came : came.email).not.toBe(email)
  },
  'a sign-up and a visit at once with one address end as two users or one refusal': async () => {
    const [account, email] = [randomUUID(), newAddress()]
    const evidence = await visit(account, verified(email))
    const [signUp, visited] = await Promise.all([
      home.ask<Tokens>('POST', api.register.path, { body: { email, password: 'correct horse' } }),
      enter(evidence),
    ])
    expect([signUp.status, visited.status].filter((status) => status < 300).length).toBeGreaterThan(0)
    expect(await holders(email)).toHaveLength(1)
    if (signUp.status === 201 && visited.status === 200)
      expect((await profileOf(signUp.body.access)).uuid).not.toBe((await profileOf(visited.body.access)).uuid)
  },
}

test.each(Object.entries(takeovers))('%s', (_name, attempt) => attempt())
