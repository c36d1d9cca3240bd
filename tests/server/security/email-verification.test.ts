/** Confirmation and password reset emails over HTTP on the whole server, with a real SMTP server. */

import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { LoginMethodsView, Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import type { User } from '../../../src/server/users/user-row.ts'
import { newestEmailToken, shownTo } from '../../fixtures/email-inbox.ts'
import { type FakeSmtp, linkIn, linkInText, startFakeSmtp, tokenIn } from '../../fixtures/fake-smtp.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { changeStored } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { setUpTestServer, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const ORIGIN = 'https://tern.example'
const MINUTE = 60_000
const PASSWORD = 'correct horse'
let databases: TestDatabases
let mail: FakeSmtp
let server: TestServer
const inboxServer = setUpTestServer()
const limited = setUpTestServer({ RATE_LIMITS: 'on' })

beforeAll(async () => {
  databases = await startTestDatabases()
  mail = await startFakeSmtp()
  server = await startTestServer(await databases.newDatabaseUrl(), {
    SMTP_URL: mail.url,
    MAIL_FROM: 'tern@example.com',
    PUBLIC_URL: ORIGIN,
  })
})
afterAll(async () => {
  await server?.exchange.stop()
  await mail?.stop()
  await databases?.stop()
})

const post = (path: string, body: object, access?: string) => server.request<ErrorBody>('POST', path, { body, access })
const profileOf = async (access: string) =>
  (await server.request<ProfileView>('GET', api.profile.path, { access })).body
const newAddress = () => `${randomUUID()}@example.com`
const emailsTo = (email: string) => mail.received.filter(({ to }) => to === email)

/** The token of the newest email to an address, after `count` emails have arrived. */
async function emailToken(email: string, count = 1): Promise<string> {
  await expect.poll(() => emailsTo(email).length).toBe(count)
  return tokenIn(emailsTo(email).at(-1)?.content ?? '')
}
async function newUser(): Promise<{ email: string; tokens: Tokens; token: string }> {
  const email = newAddress()
  const tokens = await server.signUp(email, PASSWORD)
  return { email, tokens, token: await emailToken(email) }
}
const confirm = (token: string) => post(api.confirmEmail.path, { token })
const forgot = (email: string) => post(api.forgot.path, { email })
const reset = (token: string, password = 'battery staple') => post(api.reset.path, { token, password })
const signIn = (email: string, password: string) =>
  server.request<Tokens>('POST', api.login.path, { body: { email, password } })
const OK = { status: 200, body: { status: 'ok' } }
const EXPIRED = { status: 400, body: { code: 'LINK_EXPIRED' } }

test('Registration sends a confirmation email whose link works once', async () => {
  const { email, tokens, token } = await newUser()
  expect(linkIn(emailsTo(email)[0]?.content ?? '').href).toBe(`${ORIGIN}/confirm#token=${token}`)
  expect(token).toMatch(/^[\w-]{79}$/)
  expect((await profileOf(tokens.access)).email_confirmed).toBe(false)
  expect(await confirm(token)).toMatchObject(OK)
  expect((await profileOf(tokens.access)).email_confirmed).toBe(true)
  expect(await confirm(token)).toMatchObject(EXPIRED)
  expect(await confirm('x')).toMatchObject(EXPIRED)
})

test('A new confirmation email invalidates the earlier one', async () => {
  const { email, tokens, token } = await newUser()
  expect(await post(api.sendConfirmation.path, {}, tokens.access)).toMatchObject(OK)
  const newer = await emailToken(email, 2)
  expect(await confirm(token)).toMatchObject(EXPIRED)
  expect(await confirm(newer)).toMatchObject(OK)
  expect(await post(api.sendConfirmation.path, {}, tokens.access)).toMatchObject({ body: { code: 'EMAIL_CONFIRMED' } })
})

test('A confirmation link is valid for a day and a password reset link for 30 minutes', async () => {
  const { email, token } = await newUser()
  await forgot(email)
  const resetToken = await emailToken(email, 2)
  server.advanceClock(29 * MINUTE)
  expect((await reset('x')).status).toBe(400)
  server.advanceClock(2 * MINUTE)
  expect(await reset(resetToken)).toMatchObject(EXPIRED)
  server.advanceClock(23 * 60 * MINUTE)
  const { email: other } = await newUser()
  await forgot(other)
  server.advanceClock(29 * MINUTE)
  expect(await reset(await emailToken(other, 2))).toMatchObject(OK)
  server.advanceClock(MINUTE)
  expect(await confirm(token)).toMatchObject(EXPIRED)
})

test('Confirmation links and password reset links are not interchangeable', async () => {
  const { email, token } = await newUser()
  await forgot(email)
  const resetToken = await emailToken(email, 2)
  expect(await reset(token)).toMatchObject(EXPIRED)
  expect(await confirm(resetToken)).toMatchObject(EXPIRED)
  expect(await confirm(token)).toMatchObject(OK)
})

test('A password reset replaces the password, revokes all sessions and creates no session', async () => {
  const { email, tokens } = await newUser()
  const { body: other } = await signIn(email, PASSWORD)
  await forgot(email)
  const reply = await reset(await emailToken(email, 2))
  expect(reply).toMatchObject(OK)
  expect(Object.keys(reply.body)).toEqual(['status'])
  for (const { access, refresh } of [tokens, other]) {
    expect((await server.request('GET', api.profile.path, { access })).status).toBe(401)
    expect((await post(api.refresh.path, { refresh_token: refresh })).status).toBe(401)
  }
  expect((await signIn(email, PASSWORD)).status).toBe(400)
  const { body } = await signIn(email, 'battery staple')
  expect((await profileOf(body.access)).email_confirmed).toBe(true)
})

test('An emailed link works for exactly one of fifty concurrent requests', async () => {
  const { email, token } = await newUser()
  const confirmed = await Promise.all(Array.from({ length: 50 }, () => confirm(token)))
  expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1)
  await forgot(email)
  const resetToken = await emailToken(email, 2)
  const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => reset(resetToken, `password ${at}`)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]))
  const winner = replies.findIndex(({ status }) => status === 200)
  expect((await signIn(email, `password ${winner}`)).status).toBe(200)
})

test('A new password reset email invalidates the earlier one permanently', async () => {
  const { email } = await newUser()
  await forgot(email)
  const older = await emailToken(email, 2)
  await forgot(email)
  const newer = await emailToken(email, 3)
  expect(await reset(older)).toMatchObject(EXPIRED)
  expect(await reset(newer)).toMatchObject(OK)
})

test('A password reset request answers a known and an unknown address alike', async () => {
  const { email } = await newUser()
  const unknownEmail = newAddress()
  const [known, unknown] = [await forgot(email), await forgot(unknownEmail)]
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  await emailToken(email, 2)
  await expect.poll(queued).toBe(0)
  expect(emailsTo(unknownEmail)).toEqual([])
})

test('The database stores only hashes of link tokens, and none for a queued email', async () => {
  mail.mode = 'busy'
  const email = newAddress()
  await server.signUp(email, PASSWORD)
  await expect.poll(queued).toBe(1)
  const rows = await query('select * from email_queue where email = $1', [email])
  expect(Object.keys(rows[0]).sort()).toEqual([
    'attempts',
    'due_at',
    'email',
    'id',
    'kind',
    'proof',
    'subject_id',
    'user_id',
  ])
  mail.mode = 'accepting'
  server.advanceClock(2 * MINUTE)
  const token = await emailToken(email)
  const links = await query('select hash from email_tokens')
  expect(links.length).toBeGreaterThan(0)
  expect(JSON.stringify(links.map(({ hash }) => String(hash)))).not.toContain(token)
})

test('Registration and password reset requests succeed while the mail server is down', async () => {
  // An email is in the queue until the server has read that the mail server accepted it.
  await expect.poll(queued).toBe(0)
  await mail.stop()
  const email = newAddress()
  expect((await server.request('POST', api.register.path, { body: { email, password: PASSWORD } })).status).toBe(201)
  expect(await forgot(email)).toMatchObject(OK)
  await expect.poll(queued).toBe(2)
  await server.exchange.stop()
  mail = await startFakeSmtp()
  const { databaseUrl } = server
  server = await startTestServer(databaseUrl, { SMTP_URL: mail.url, MAIL_FROM: 'tern@example.com', PUBLIC_URL: ORIGIN })
  server.advanceClock(25 * 60 * MINUTE)
  await expect.poll(() => emailsTo(email).length).toBe(2)
})

test('A password reset removes other login methods only if the email was never confirmed', async () => {
  const { email, tokens } = await newUser()
  const { uuid } = await profileOf(tokens.access)
  await change(uuid, { telegram_id: 4242, google_sub: 'an issuer and a name' })
  await forgot(email)
  await reset(await emailToken(email, 2))
  const { body } = await signIn(email, 'battery staple')
  expect((await profileOf(body.access)).ways).toEqual(['email'])
  // The email is confirmed now, so the other login methods remain.
  await change(uuid, { telegram_id: 4242 })
  await forgot(email)
  await reset(await emailToken(email, 3))
  const { body: again } = await signIn(email, 'battery staple')
  expect((await profileOf(again.access)).ways).toEqual(['email', 'telegram'])
})

test('Links in emails use PUBLIC_URL, whatever the Host header of the request is', async () => {
  const email = newAddress()
  const sent = await forged(server.address, 'evil.example', api.register.path, { email, password: PASSWORD })
  expect(sent).toBe(201)
  await emailToken(email)
  expect(linkIn(emailsTo(email)[0]?.content ?? '').origin).toBe(ORIGIN)
})

test('A play-mode server without a mail server shows emails, and a server with one has no such call', async () => {
  const email = newAddress()
  const { access } = await inboxServer().signUp(email)
  await expect.poll(async () => (await shownTo(inboxServer(), email)).length).toBe(1)
  const link = linkInText((await shownTo(inboxServer(), email))[0]?.text ?? '').href
  expect(new URL(link).origin).toBe(inboxServer().address)
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')
  expect((await inboxServer().request('POST', api.confirmEmail.path, { body: { token } })).status).toBe(200)
  const { body } = await inboxServer().request<ProfileView>('GET', api.profile.path, { access })
  expect(body.email_confirmed).toBe(true)
  expect((await inboxServer().request<LoginMethodsView>('GET', api.ways.path)).body).toEqual({
    telegram: null,
    google: null,
    mail: 'shown',
  })
  expect((await server.request<LoginMethodsView>('GET', api.ways.path)).body.mail).toBe('smtp')
  expect((await server.request('GET', api.playMail.path)).status).toBe(404)
})

test('Only an email address is accepted as one, so that no other text is shown as an address', async () => {
  const email = `<script>alert(1)</script>@example.com`
  expect((await inboxServer().request('POST', api.forgot.path, { body: { email } })).status).toBe(422)
  const strange = `o'neil-${randomUUID()}@example.com`
  await inboxServer().signUp(strange)
  await expect.poll(async () => (await shownTo(inboxServer(), strange)).length).toBe(1)
})

test('A live server without a mail server answers MAIL_NOT_CONFIGURED', async () => {
  await server.exchange.stop()
  const live = await startTestServer(await databases.newDatabaseUrl(), {
    ...LIVE_MODE,
    RATE_LIMITS: 'on',
  })
  const { access } = await live.signUp()
  const off = { status: 409, body: { code: 'MAIL_NOT_CONFIGURED' } }
  expect(await live.request('POST', api.forgot.path, { body: { email: newAddress() } })).toMatchObject(off)
  expect(await live.request('POST', api.sendConfirmation.path, { body: {}, access })).toMatchObject(off)
  expect((await live.request<LoginMethodsView>('GET', api.ways.path)).body).toEqual({
    telegram: null,
    google: null,
    mail: 'off',
  })
  expect((await live.request('GET', api.playMail.path)).status).toBe(404)
  await live.exchange.stop()
  server = await startTestServer(await databases.newDatabaseUrl(), {
    SMTP_URL: mail.url,
    MAIL_FROM: 'tern@example.com',
    PUBLIC_URL: ORIGIN,
  })
})

test('The email rate limiter allows a limited number of emails per account and per address', async () => {
  const email = newAddress()
  const { access } = await limited().signUp(email)
  const again = () => limited().request('POST', api.sendConfirmation.path, { body: {}, access })
  // The registration sent the first of three.
  for (let count = 0; count < 2; count++) expect((await again()).status).toBe(200)
  const refused = await again()
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  const other = newAddress()
  await limited().signUp(other)
  for (let count = 0; count < 6; count++)
    expect((await limited().request('POST', api.forgot.path, { body: { email: other } })).status).toBe(200)
  const count = async () => (await shownTo(limited(), other)).length
  await expect.poll(count).toBeGreaterThan(1)
  expect(await count()).toBeLessThanOrEqual(4)
})

test('The email rate limiter counts link requests per address and still allows a password reset of its owner', async () => {
  // The emails of earlier tests came from the same address block.
  limited().advanceClock(2 * 60 * 60_000)
  const [address, owned] = [newAddress(), newAddress()]
  await limited().signUp(owned, PASSWORD)
  const statuses: number[] = []
  for (let count = 0; count < 4; count++) {
    const { access } = await limited().signUp(newAddress(), PASSWORD)
    const body = { email: address, password: PASSWORD }
    statuses.push((await limited().request('POST', api.linkEmail.path, { body, access })).status)
    await limited().request('POST', api.linkEmail.path, { body: { ...body, email: owned }, access })
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  await limited().request('POST', api.forgot.path, { body: { email: owned } })
  expect(await newestEmailToken(limited(), owned, 'reset')).toMatch(/./)
})

test('The server does not log link tokens, passwords or the SMTP password', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line) => lines.push(line) })
  await server.exchange.stop()
  const url = mail.url.replace('smtp://', 'smtp://tern:hunter2@')
  server = await startTestServer(
    await databases.newDatabaseUrl(),
    { SMTP_URL: mail.url, MAIL_FROM: 'tern@example.com', PUBLIC_URL: ORIGIN },
    log,
  )
  const { email, token } = await newUser()
  await forgot(email)
  const resetToken = await emailToken(email, 2)
  await confirm(token)
  await reset(resetToken)
  await server.exchange.stop()
  server = await startTestServer(
    await databases.newDatabaseUrl(),
    { SMTP_URL: url, MAIL_FROM: 'tern@example.com', PUBLIC_URL: ORIGIN },
    log,
  )
  await server.signUp()
  await expect.poll(() => lines.join('')).toContain('an email is retried')
  const written = lines.join('')
  expect(written).toContain('security.password_reset')
  for (const secret of [token, resetToken, 'battery staple', 'hunter2']) expect(written).not.toContain(secret)
})

async function query(text: string, values: unknown[] = []) {
  const database = await openDatabase({ dataDir: '', databaseUrl: server.databaseUrl, log: quiet })
  const { rows } = await database.pool.query(text, values)
  await database.close()
  return rows
}

async function change(user: string, columns: Partial<User>) {
  const database = await openDatabase({ dataDir: '', databaseUrl: server.databaseUrl, log: quiet })
  await changeStored(database.pool, user as UserId, { user: columns })
  await database.close()
}

async function queued(): Promise<number> {
  return Number((await query('select count(*) from email_queue'))[0].count)
}

/** Sends a request with a forged Host header; returns the status. */
function forged(address: string, host: string, path: string, body: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address}/exchange-backend${path}`, {
      method: 'POST',
      headers: { host, origin: `https://${host}`, 'content-type': 'application/json' },
    })
    outgoing.on('response', (reply) => resolve(reply.resume().statusCode)).on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
}
