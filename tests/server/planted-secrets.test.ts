/**
 * Secrets are planted in every call, as they should be used and as they should not. Afterwards none of them stands in
 * the log, in an answer that is a refusal, or in any table.
 */

import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecoveryCodesView, TwoFactorSetup } from '../../src/contract/account-views.ts'
import { api, type Call, EXCHANGE_BASE } from '../../src/contract/api.ts'
import { type CallName, callSchemas } from '../../src/contract/call-schemas.ts'
import type { ErrorBody, RefreshedTokens, StartAppView, Tokens } from '../../src/contract/views.ts'
import { openLog } from '../../src/server/log.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { type House, listen, openHouse } from './exchange-world.ts'
import { codeAt, STEP } from './locked-account.ts'
import { type MailServer, startMailServer, tokenIn } from './mail-server.ts'
import { quiet } from './quiet.ts'
import { BOT_TOKEN, initData, person, widgetData } from './telegram-bot.ts'
import { startWorld, type World } from './world.ts'

const SECRET_KEY = `planted-${randomUUID()}`
const PASSWORD = `planted horse ${randomUUID()}`
const calls = Object.entries(api) as [CallName, Call<never, unknown>][]

const CLIENT_SECRET = `planted-${randomUUID()}`
let world: World
let mail: MailServer
let house: House
const log: string[] = []
const refusals: string[] = []
const secrets = new Set<string>()

beforeAll(async () => {
  world = await startWorld()
  mail = await startMailServer()
  const letters = { SMTP_URL: mail.url, MAIL_FROM: 'tern@example.com', PUBLIC_URL: 'https://tern.example' }
  // Nobody is there: what goes wrong is written down.
  const google = { GOOGLE_CLIENT_ID: 'tern', GOOGLE_CLIENT_SECRET: CLIENT_SECRET, GOOGLE_ISSUER: 'http://127.0.0.1:9' }
  const settings = { BOT_TOKEN, SECRET_KEY, ...letters, ...google, BOT_API_URL: 'http://127.0.0.1:9' }
  house = await openHouse(await world.newDatabaseUrl(), settings, openLog('trace', { write: (line) => log.push(line) }))
})
afterAll(async () => {
  await house?.exchange.stop()
  await mail?.stop()
  await world?.end()
})

/** From here on it must not turn up. */
function plant<T extends string | undefined>(secret: T): T {
  if (secret) secrets.add(secret)
  return secret
}

async function ask<T>(method: string, path: string, body?: unknown, access?: string): Promise<T & ErrorBody> {
  const reply = await house.ask<T & ErrorBody>(method, path, { access, ...(body !== undefined && { body }) })
  // A ticket to go on with is what one refusal is for.
  const { ticket: _meant, ...rest } = reply.body
  if (reply.status >= 400) refusals.push(JSON.stringify(rest))
  return reply.body
}
const post = <T>(path: string, body: unknown, access?: string) => ask<T>('POST', path, body, access)

const planted = <T extends Partial<Tokens & RefreshedTokens & ErrorBody>>(body: T): T => {
  for (const each of [body.access, body.refresh, body.access_token, body.refresh_token, body.ticket]) plant(each)
  return body
}

/** A life with all locks, each secret used well and once more. */
async function live(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const { access, refresh } = planted(await post<Tokens>(api.register.path, { email, password: PASSWORD }))
  const next = planted(await post<RefreshedTokens>(api.refresh.path, { refresh_token: refresh }))
  await post(api.refresh.path, { refresh_token: plant(`${refresh}x`) })
  const { secret } = await post<TwoFactorSetup>(api.setTwoFactor.path, {}, access)
  const bytes = Buffer.from(Secret.fromBase32(plant(secret)).bytes)
  for (const text of [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('latin1')]) plant(text)
  const code = () => {
    house.later(STEP)
    return plant(codeAt(secret, house.now()))
  }
  await post(api.confirmTwoFactor.path, { code: code(), secret: plant('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') }, access)
  const { recovery_codes } = await post<RecoveryCodesView>(api.confirmTwoFactor.path, { code: code(), secret }, access)
  for (const each of recovery_codes) plant(plant(each).replaceAll('-', ''))
  const { ticket } = planted(await post(api.login.path, { email, password: PASSWORD }))
  await post(api.secondFactor.path, { ticket, code: plant('482913') })
  planted(await post<Tokens>(api.secondFactor.path, { ticket, code: code() }))
  await post(api.secondFactor.path, { ticket, code: recovery_codes[0] })
  planted(await post<Tokens>(api.login.path, { email, password: PASSWORD, code: recovery_codes[1] }))
  await post(api.login.path, { email, password: plant(`wrong ${PASSWORD}`) })
  const { ticket: socket } = planted(await post<{ ticket: string }>(api.socketTicket.path, {}, access))
  for (let turn = 0; turn < 2; turn++)
    await listen(`${house.address}/ws/charts/1/Bearer_${socket}/`).then(
      (listener) => listener.socket.close(),
      () => undefined,
    )
  const words = plant(`other ${PASSWORD}`)
  await post(api.setPassword.path, { password: words, current_password: PASSWORD, code: code() }, access)
  const fields = widgetData(4_242, house.now())
  plant(String(fields.hash))
  await post(api.linkTelegram.path, { raw_callback_data: fields, code: code() }, access)
  await post(api.linkTelegram.path, { raw_callback_data: fields, code: code() }, access)
  await post(api.unlink.path, { way: 'telegram', code: code() }, access)
  const fresh = await post<RecoveryCodesView>(api.recoveryCodes.path, { code: code() }, access)
  for (const each of fresh.recovery_codes) plant(plant(each).replaceAll('-', ''))
  return next.access_token
}

/** The token of the newest of so many letters. */
async function letter(email: string, count: number): Promise<string> {
  const letters = () => mail.received.filter(({ to }) => to === email)
  await expect.poll(() => letters().length, { timeout: 10_000 }).toBe(count)
  return plant(tokenIn(letters().at(-1)?.content ?? ''))
}

/** Each link is used, and used again. */
async function write(): Promise<void> {
  const email = `${randomUUID()}@example.com`
  planted(await post<Tokens>(api.register.path, { email, password: PASSWORD }))
  const token = await letter(email, 1)
  for (let turn = 0; turn < 2; turn++) await post(api.confirmEmail.path, { token })
  await post(api.forgot.path, { email })
  const renew = { token: await letter(email, 2), password: plant(`third ${PASSWORD}`) }
  for (let turn = 0; turn < 2; turn++) await post(api.reset.path, renew)
}

async function launch(): Promise<void> {
  const init_data = plant(initData(person(4_343), house.now()))
  plant(/hash=(\w+)/.exec(init_data)?.[1])
  planted(await post<StartAppView>(api.startApp.path, { init_data, platform: 'ios' }))
  await post(api.startApp.path, { init_data: plant(`${init_data}&x=1`) })
}

/** In every field, beside every field, instead of the body, in the path, in the query and as a bearer. */
async function misuse([name, { method, path }]: [CallName, Call<never, unknown>], access: string): Promise<void> {
  const canary = plant(`canary-${randomUUID()}`)
  const said = Object.fromEntries(Object.keys(callSchemas[name].takes.shape).map((field) => [field, canary]))
  const bodies =
    method === 'POST' ? [said, { ...said, stranger: canary }, `{"password": "${canary}`, [canary]] : [undefined]
  const places = [path.replace(/:\w+/, canary), `${path.replace(/:\w+/, '1')}?access=${canary}&others=${canary}`]
  for (const place of places) for (const body of bodies) await ask(method, place, body, access)
  await ask(method, path, method === 'POST' ? {} : undefined, canary)
}

async function tablesAsText(): Promise<string> {
  const database = await openDatabase({ dataDir: '', databaseUrl: house.databaseUrl, log: quiet })
  const { pool } = database
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from "${name}" t`)
    texts.push(name, ...rows.map(({ line }) => line))
  }
  await database.close()
  expect(texts.length).toBeGreaterThan(100)
  return texts.join('\n')
}

/** As it is, and as a column of bytes would show it. A code has only digits: it must stand alone to be one. */
function turnsUp(secret: string, text: string): boolean {
  if (/^\d{6}$/.test(secret)) return new RegExp(`\\b${secret}\\b`).test(text)
  return text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))
}

test('no secret is in the log, in a refusal, or in a table', async () => {
  for (const each of [PASSWORD, SECRET_KEY, BOT_TOKEN, CLIENT_SECRET]) plant(each)
  const access = await live()
  await launch()
  await write()
  for (const call of calls) await misuse(call, access)
  const places = { log: log.join(''), refusals: refusals.join('\n'), tables: await tablesAsText() }
  expect(secrets.size).toBeGreaterThan(80)
  expect(refusals.length).toBeGreaterThan(100)
  expect(places.log).toContain('signed in')
  for (const [place, text] of Object.entries(places))
    expect([place, [...secrets].filter((secret) => turnsUp(secret, text))]).toEqual([place, []])
})

test('no secret is in an address that we ask for or answer', () => {
  const paths = calls.map(([, { path }]) => EXCHANGE_BASE + path)
  expect(paths.filter((path) => /token|password|code|ticket|secret/.test(path.replace(/[\w-]+\/$/, '')))).toEqual([])
})
