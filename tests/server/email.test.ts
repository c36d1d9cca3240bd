/** Letters and what their links do, at the doors of the whole server, with a real mail server beside it. */

import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { ErrorBody, ProfileView, Tokens } from '../../src/contract/views.ts'
import type { WaysView } from '../../src/contract/ways-views.ts'
import { openLog } from '../../src/server/log.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { type House, house, openHouse } from './exchange-world.ts'
import { linkIn, type MailServer, startMailServer, tokenIn } from './mail-server.ts'
import { quiet } from './quiet.ts'
import { shownToken } from './shown-letters.ts'
import { startWorld, type World } from './world.ts'

const HERE = 'https://tern.example'
const MINUTE = 60_000
const PASSWORD = 'correct horse'
/** What happens by itself is waited for. */
const poll = <T>(what: () => T) => expect.poll(what, { timeout: 10_000 })
let world: World
let mail: MailServer
let home: House
const shown = house()
const limited = house({ RATE_LIMITS: 'on' })

beforeAll(async () => {
  world = await startWorld()
  mail = await startMailServer()
  home = await openHouse(await world.newDatabaseUrl(), {
    SMTP_URL: mail.url,
    MAIL_FROM: 'tern@example.com',
    PUBLIC_URL: HERE,
  })
})
afterAll(async () => {
  await home?.exchange.stop()
  await mail?.stop()
  await world?.end()
})

const post = (path: string, body: object, access?: string) => home.ask<ErrorBody>('POST', path, { body, access })
const profileOf = async (access: string) => (await home.ask<ProfileView>('GET', api.profile.path, { access })).body
const newAddress = () => `${randomUUID()}@example.com`
const lettersTo = (email: string) => mail.received.filter(({ to }) => to === email)

/** The token of the newest letter to an address, once there are so many. */
async function letter(email: string, count = 1): Promise<string> {
  await poll(() => lettersTo(email).length).toBe(count)
  return tokenIn(lettersTo(email).at(-1)?.content ?? '')
}
async function newcomer(): Promise<{ email: string; tokens: Tokens; token: string }> {
  const email = newAddress()
  const tokens = await home.signUp(email, PASSWORD)
  return { email, tokens, token: await letter(email) }
}
const confirm = (token: string) => post(api.confirmEmail.path, { token })
const forgot = (email: string) => post(api.forgot.path, { email })
const reset = (token: string, password = 'battery staple') => post(api.reset.path, { token, password })
const signIn = (email: string, password: string) =>
  home.ask<Tokens>('POST', api.login.path, { body: { email, password } })
const OK = { status: 200, body: { status: 'ok' } }
const EXPIRED = { status: 400, body: { code: 'LINK_EXPIRED' } }

test('who signs up gets a letter that confirms their address, once', async () => {
  const { email, tokens, token } = await newcomer()
  expect(linkIn(lettersTo(email)[0]?.content ?? '').href).toBe(`${HERE}/confirm#token=${token}`)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await profileOf(tokens.access)).email_confirmed).toBe(false)
  expect(await confirm(token)).toMatchObject(OK)
  expect((await profileOf(tokens.access)).email_confirmed).toBe(true)
  expect(await confirm(token)).toMatchObject(EXPIRED)
  expect(await confirm('x')).toMatchObject(EXPIRED)
})

test('it is sent again when it is asked for, and the newer one ends the older', async () => {
  const { email, tokens, token } = await newcomer()
  expect(await post(api.sendConfirmation.path, {}, tokens.access)).toMatchObject(OK)
  const newer = await letter(email, 2)
  expect(await confirm(token)).toMatchObject(EXPIRED)
  expect(await confirm(newer)).toMatchObject(OK)
  expect(await post(api.sendConfirmation.path, {}, tokens.access)).toMatchObject({ body: { code: 'EMAIL_CONFIRMED' } })
})

test('a confirmation is good for a day, a new password for half an hour', async () => {
  const { email, token } = await newcomer()
  await forgot(email)
  const forgotten = await letter(email, 2)
  home.later(29 * MINUTE)
  expect((await reset('x')).status).toBe(400)
  home.later(2 * MINUTE)
  expect(await reset(forgotten)).toMatchObject(EXPIRED)
  home.later(23 * 60 * MINUTE)
  const { email: other } = await newcomer()
  await forgot(other)
  home.later(29 * MINUTE)
  expect(await reset(await letter(other, 2))).toMatchObject(OK)
  home.later(MINUTE)
  expect(await confirm(token)).toMatchObject(EXPIRED)
})

test('neither link does what the other is for', async () => {
  const { email, token } = await newcomer()
  await forgot(email)
  const forgotten = await letter(email, 2)
  expect(await reset(token)).toMatchObject(EXPIRED)
  expect(await confirm(forgotten)).toMatchObject(EXPIRED)
  expect(await confirm(token)).toMatchObject(OK)
})

test('a new password is the only one, ends every sign-in and signs nobody in', async () => {
  const { email, tokens } = await newcomer()
  const { body: other } = await signIn(email, PASSWORD)
  await forgot(email)
  const reply = await reset(await letter(email, 2))
  expect(reply).toMatchObject(OK)
  expect(Object.keys(reply.body)).toEqual(['status'])
  for (const { access, refresh } of [tokens, other]) {
    expect((await home.ask('GET', api.profile.path, { access })).status).toBe(401)
    expect((await post(api.refresh.path, { refresh_token: refresh })).status).toBe(401)
  }
  expect((await signIn(email, PASSWORD)).status).toBe(400)
  const { body } = await signIn(email, 'battery staple')
  expect((await profileOf(body.access)).email_confirmed).toBe(true)
})

test('of fifty who use a link at once one does', async () => {
  const { email, token } = await newcomer()
  const confirmed = await Promise.all(Array.from({ length: 50 }, () => confirm(token)))
  expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1)
  await forgot(email)
  const forgotten = await letter(email, 2)
  const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => reset(forgotten, `password ${at}`)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]))
  const winner = replies.findIndex(({ status }) => status === 200)
  expect((await signIn(email, `password ${winner}`)).status).toBe(200)
})

test('a newer letter ends the older one, and the older one does not come back', async () => {
  const { email } = await newcomer()
  await forgot(email)
  const older = await letter(email, 2)
  await forgot(email)
  const newer = await letter(email, 3)
  expect(await reset(older)).toMatchObject(EXPIRED)
  expect(await reset(newer)).toMatchObject(OK)
})

test('whether an address is known does not show', async () => {
  const { email } = await newcomer()
  const stranger = newAddress()
  const [known, unknown] = [await forgot(email), await forgot(stranger)]
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  await letter(email, 2)
  await poll(queued).toBe(0)
  expect(lettersTo(stranger)).toEqual([])
})

test('only hashes of links are kept, and none while a letter waits', async () => {
  mail.mood = 'busy'
  const email = newAddress()
  await home.signUp(email, PASSWORD)
  await poll(queued).toBe(1)
  const rows = await ask('select * from mail_queue where email = $1', [email])
  expect(Object.keys(rows[0]).sort()).toEqual(['attempts', 'due_at', 'email', 'id', 'kind', 'origin', 'user_id'])
  mail.mood = 'kind'
  home.later(2 * MINUTE)
  const token = await letter(email)
  const links = await ask('select hash from email_links')
  expect(links.length).toBeGreaterThan(0)
  expect(JSON.stringify(links.map(({ hash }) => String(hash)))).not.toContain(token)
})

test('a mail server that is down keeps nobody from signing up', async () => {
  await mail.stop()
  const email = newAddress()
  expect((await home.ask('POST', api.register.path, { body: { email, password: PASSWORD } })).status).toBe(201)
  expect(await forgot(email)).toMatchObject(OK)
  await poll(queued).toBe(2)
  await home.exchange.stop()
  mail = await startMailServer()
  const { databaseUrl } = home
  home = await openHouse(databaseUrl, { SMTP_URL: mail.url, MAIL_FROM: 'tern@example.com', PUBLIC_URL: HERE })
  home.later(25 * 60 * MINUTE)
  await poll(() => lettersTo(email).length).toBe(2)
})

test('who never showed that an address is theirs leaves no way in behind when its owner comes', async () => {
  const { email, tokens } = await newcomer()
  const { uuid } = await profileOf(tokens.access)
  await ask("update users set telegram_id = 4242, google_sub = 'an issuer and a name' where id = $1", [uuid])
  await forgot(email)
  await reset(await letter(email, 2))
  const { body } = await signIn(email, 'battery staple')
  expect((await profileOf(body.access)).ways).toEqual(['email'])
  // Who did show it keeps them.
  await ask('update users set telegram_id = 4242 where id = $1', [uuid])
  await forgot(email)
  await reset(await letter(email, 3))
  const { body: again } = await signIn(email, 'battery staple')
  expect((await profileOf(again.access)).ways).toEqual(['email', 'telegram'])
})

test('links lead where the operator says, whatever a request says that we are', async () => {
  const email = newAddress()
  const sent = await forged(home.address, 'evil.example', api.register.path, { email, password: PASSWORD })
  expect(sent).toBe(201)
  await letter(email)
  expect(linkIn(lettersTo(email)[0]?.content ?? '').origin).toBe(HERE)
})

test('with play money and no mail server letters are shown on a page', async () => {
  const email = newAddress()
  const { access } = await shown().signUp(email)
  const page = async () => (await shown().ask<string>('GET', '/play/mail')).body
  await poll(page).toContain(`To ${email}`)
  const link = /href="([^"]+)"/.exec(await page())?.[1] ?? ''
  expect(new URL(link).origin).toBe(shown().address)
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')
  expect((await shown().ask('POST', api.confirmEmail.path, { body: { token } })).status).toBe(200)
  const { body } = await shown().ask<ProfileView>('GET', api.profile.path, { access })
  expect(body.email_confirmed).toBe(true)
  expect((await shown().ask<WaysView>('GET', api.ways.path)).body).toEqual({
    telegram: null,
    google: null,
    mail: 'shown',
  })
  expect((await home.ask<WaysView>('GET', api.ways.path)).body.mail).toBe('smtp')
  expect((await home.ask('GET', '/play/mail')).body).not.toContain('Letters')
})

test('what is shown on the page is text, whatever somebody calls themselves', async () => {
  const email = `<script>alert(1)</script>@example.com`
  expect((await shown().ask('POST', api.forgot.path, { body: { email } })).status).toBe(422)
  const strange = `o'neil-${randomUUID()}@example.com`
  await shown().signUp(strange)
  const page = async () => (await shown().ask<string>('GET', '/play/mail')).body
  await poll(page).toContain(`To ${strange.replace("'", '&#39;')}`)
})

test('with live money and no mail server there is no mail, and that is said', async () => {
  await home.exchange.stop()
  const live = await openHouse(await world.newDatabaseUrl(), { MODE: 'live', RATE_LIMITS: 'on', DATA_DIR: '/nowhere' })
  const { access } = await live.signUp()
  const off = { status: 409, body: { code: 'MAIL_NOT_CONFIGURED' } }
  expect(await live.ask('POST', api.forgot.path, { body: { email: newAddress() } })).toMatchObject(off)
  expect(await live.ask('POST', api.sendConfirmation.path, { body: {}, access })).toMatchObject(off)
  expect((await live.ask<WaysView>('GET', api.ways.path)).body).toEqual({ telegram: null, google: null, mail: 'off' })
  expect((await live.ask('GET', '/play/mail')).body).not.toContain('Letters')
  await live.exchange.stop()
  home = await openHouse(await world.newDatabaseUrl(), {
    SMTP_URL: mail.url,
    MAIL_FROM: 'tern@example.com',
    PUBLIC_URL: HERE,
  })
})

test('so many letters to an account, and to an address, and no more', async () => {
  const email = newAddress()
  const { access } = await limited().signUp(email)
  const again = () => limited().ask('POST', api.sendConfirmation.path, { body: {}, access })
  for (let count = 0; count < 3; count++) expect((await again()).status).toBe(200)
  const refused = await again()
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  const other = newAddress()
  await limited().signUp(other)
  for (let count = 0; count < 6; count++)
    expect((await limited().ask('POST', api.forgot.path, { body: { email: other } })).status).toBe(200)
  const page = async () => (await limited().ask<string>('GET', '/play/mail')).body
  await poll(async () => (await page()).split(`To ${other}`).length - 1).toBeGreaterThan(1)
  expect((await page()).split(`To ${other}`).length - 1).toBeLessThanOrEqual(4)
})

test('nor more to one address from many accounts, which keeps no new password from its owner', async () => {
  const [address, owned] = [newAddress(), newAddress()]
  await limited().signUp(owned, PASSWORD)
  const statuses: number[] = []
  for (let count = 0; count < 4; count++) {
    const { access } = await limited().signUp(newAddress(), PASSWORD)
    const body = { email: address, password: PASSWORD }
    statuses.push((await limited().ask('POST', api.linkEmail.path, { body, access })).status)
    await limited().ask('POST', api.linkEmail.path, { body: { ...body, email: owned }, access })
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  await limited().ask('POST', api.forgot.path, { body: { email: owned } })
  expect(await shownToken(limited(), owned, 'reset')).toMatch(/./)
})

test('no link is ever written to the log where letters are posted, nor a password of the mail server', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line) => lines.push(line) })
  await home.exchange.stop()
  const url = mail.url.replace('smtp://', 'smtp://tern:hunter2@')
  home = await openHouse(
    await world.newDatabaseUrl(),
    { SMTP_URL: mail.url, MAIL_FROM: 'tern@example.com', PUBLIC_URL: HERE },
    log,
  )
  const { email, token } = await newcomer()
  await forgot(email)
  const forgotten = await letter(email, 2)
  await confirm(token)
  await reset(forgotten)
  await home.exchange.stop()
  home = await openHouse(
    await world.newDatabaseUrl(),
    { SMTP_URL: url, MAIL_FROM: 'tern@example.com', PUBLIC_URL: HERE },
    log,
  )
  await home.signUp()
  await poll(() => lines.join('')).toContain('a letter is tried again later')
  const written = lines.join('')
  expect(written).toContain('a forgotten password was replaced')
  for (const secret of [token, forgotten, 'battery staple', 'hunter2']) expect(written).not.toContain(secret)
})

async function ask(text: string, values: unknown[] = []) {
  const database = await openDatabase({ dataDir: '', databaseUrl: home.databaseUrl, log: quiet })
  const { rows } = await database.pool.query(text, values)
  await database.close()
  return rows
}

async function queued(): Promise<number> {
  return Number((await ask('select count(*) from mail_queue'))[0].count)
}

/** A request that says that we are somebody else; the status. */
function forged(address: string, host: string, path: string, body: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${address}/exchange-backend${path}`, {
      method: 'POST',
      headers: { host, origin: `https://${host}`, 'content-type': 'application/json' },
    })
    asked.on('response', (reply) => resolve(reply.resume().statusCode)).on('error', reject)
    asked.end(JSON.stringify(body))
  })
}
