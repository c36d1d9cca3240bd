/**
 * Sends secrets in every call, in valid and invalid fields. Afterwards none of them is in the log, in a refusal or in
 * any table.
 */

import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecoveryCodesView, StartAppView, TwoFactorSetup } from '../../src/contract/account/views.ts'
import { api } from '../../src/contract/api.ts'
import type { RefreshedTokens, Tokens } from '../../src/contract/auth/views.ts'
import type { Call, ErrorBody } from '../../src/contract/call.ts'
import { type CallName, callSchemas } from '../../src/contract/schemas.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { openLog } from '../../src/server/runtime/log.ts'
import { type FakeSmtp, startFakeSmtp, tokenIn } from '../fixtures/fake-smtp.ts'
import { codeAt, TOTP_STEP_MILLIS } from '../fixtures/secured-account.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { BOT_TOKEN, initData, telegramUser, widgetData } from '../fixtures/telegram-signer.ts'
import { startTestDatabases, type TestDatabases } from '../fixtures/test-database.ts'
import { openSocketClient, startTestServer, type TestServer } from '../fixtures/test-exchange.ts'

const SECRET_KEY = `planted-${randomUUID()}`
const PASSWORD = `planted horse ${randomUUID()}`
const calls = Object.entries(api) as [CallName, Call<never, unknown>][]

const CLIENT_SECRET = `planted-${randomUUID()}`
let databases: TestDatabases
let mail: FakeSmtp
let server: TestServer
const log: string[] = []
const refusals: string[] = []
const secrets = new Set<string>()

beforeAll(async () => {
  databases = await startTestDatabases()
  mail = await startFakeSmtp()
  const smtp = { SMTP_URL: mail.url, MAIL_FROM: 'tern@example.com', PUBLIC_URL: 'https://tern.example' }
  // Nothing listens on this port, so failures are logged.
  const google = { GOOGLE_CLIENT_ID: 'tern', GOOGLE_CLIENT_SECRET: CLIENT_SECRET, GOOGLE_ISSUER: 'http://127.0.0.1:9' }
  const settings = { BOT_TOKEN, SECRET_KEY, ...smtp, ...google, BOT_API_URL: 'http://127.0.0.1:9' }
  server = await startTestServer(
    await databases.newDatabaseUrl(),
    settings,
    openLog('trace', { write: (line) => log.push(line) }),
  )
})
afterAll(async () => {
  await server?.exchange.stop()
  await mail?.stop()
  await databases?.stop()
})

/** Registers a secret that must not appear from now on. */
function plant<T extends string | undefined>(secret: T): T {
  if (secret) secrets.add(secret)
  return secret
}

async function ask<T>(method: string, path: string, body?: unknown, access?: string): Promise<T & ErrorBody> {
  const reply = await server.request<T & ErrorBody>(method, path, { access, ...(body !== undefined && { body }) })
  // The challenge token is a legitimate part of one refusal.
  const { ticket: _challengeToken, ...rest } = reply.body
  if (reply.status >= 400) refusals.push(JSON.stringify(rest))
  return reply.body
}
const post = <T>(path: string, body: unknown, access?: string) => ask<T>('POST', path, body, access)

const planted = <T extends Partial<Tokens & RefreshedTokens & ErrorBody>>(body: T): T => {
  for (const each of [body.access, body.refresh, body.access_token, body.refresh_token, body.ticket]) plant(each)
  return body
}

/** Uses every credential of an account once correctly and once again. */
async function useCredentials(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const { access, refresh } = planted(await post<Tokens>(api.register.path, { email, password: PASSWORD }))
  const next = planted(await post<RefreshedTokens>(api.refresh.path, { refresh_token: refresh }))
  await post(api.refresh.path, { refresh_token: plant(`${refresh}x`) })
  const { secret } = await post<TwoFactorSetup>(api.setTwoFactor.path, {}, access)
  const bytes = Buffer.from(Secret.fromBase32(plant(secret)).bytes)
  for (const text of [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('latin1')]) plant(text)
  const code = () => {
    server.advanceClock(TOTP_STEP_MILLIS)
    return plant(codeAt(secret, server.now()))
  }
  await post(
    api.confirmTwoFactor.path,
    { code: code(), secret: plant('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'), password: PASSWORD },
    access,
  )
  const { recovery_codes } = await post<RecoveryCodesView>(
    api.confirmTwoFactor.path,
    { code: code(), secret, password: PASSWORD },
    access,
  )
  for (const each of recovery_codes) plant(plant(each).replaceAll('-', ''))
  const { ticket } = planted(await post(api.login.path, { email, password: PASSWORD }))
  await post(api.secondFactor.path, { ticket, code: plant('482913') })
  planted(await post<Tokens>(api.secondFactor.path, { ticket, code: code() }))
  await post(api.secondFactor.path, { ticket, code: recovery_codes[0] })
  planted(await post<Tokens>(api.login.path, { email, password: PASSWORD, code: recovery_codes[1] }))
  await post(api.login.path, { email, password: plant(`wrong ${PASSWORD}`) })
  const { ticket: socket } = planted(await post<{ ticket: string }>(api.socketTicket.path, {}, access))
  for (let turn = 0; turn < 2; turn++)
    await openSocketClient(`${server.address}/ws/charts/1/Bearer_${socket}/`).then(
      (listener) => listener.socket.close(),
      () => undefined,
    )
  const newPassword = plant(`other ${PASSWORD}`)
  await post(api.setPassword.path, { password: newPassword, current_password: PASSWORD, code: code() }, access)
  const fields = widgetData(4_242, server.now())
  plant(String(fields.hash))
  await post(api.linkTelegram.path, { raw_callback_data: fields, code: code() }, access)
  await post(api.linkTelegram.path, { raw_callback_data: fields, code: code() }, access)
  await post(api.unlink.path, { way: 'telegram', code: code() }, access)
  const fresh = await post<RecoveryCodesView>(api.recoveryCodes.path, { code: code() }, access)
  for (const each of fresh.recovery_codes) plant(plant(each).replaceAll('-', ''))
  return next.access_token
}

/** The token of the newest email, after `count` emails have arrived. */
async function emailToken(email: string, count: number): Promise<string> {
  const smtp = () => mail.received.filter(({ to }) => to === email)
  await expect.poll(() => smtp().length).toBe(count)
  return plant(tokenIn(smtp().at(-1)?.content ?? ''))
}

/** Uses each emailed link twice. */
async function useEmailLinks(): Promise<void> {
  const email = `${randomUUID()}@example.com`
  planted(await post<Tokens>(api.register.path, { email, password: PASSWORD }))
  const token = await emailToken(email, 1)
  for (let turn = 0; turn < 2; turn++) await post(api.confirmEmail.path, { token })
  await post(api.forgot.path, { email })
  const renew = { token: await emailToken(email, 2), password: plant(`third ${PASSWORD}`) }
  for (let turn = 0; turn < 2; turn++) await post(api.reset.path, renew)
}

async function useTelegram(): Promise<void> {
  const init_data = plant(initData(telegramUser(4_343), server.now()))
  plant(/hash=(\w+)/.exec(init_data)?.[1])
  planted(await post<StartAppView>(api.startApp.path, { init_data, platform: 'ios' }))
  await post(api.startApp.path, { init_data: plant(`${init_data}&x=1`) })
}

/** Sends a canary in every field, in an extra field, as the body, in the path, in the query and as a bearer token. */
async function misuse([name, call]: [CallName, Call<never, unknown>], access: string): Promise<void> {
  const { method } = call
  const path = call.base + call.path
  const canary = plant(`canary-${randomUUID()}`)
  const fields = Object.fromEntries(Object.keys(callSchemas[name].input.shape).map((field) => [field, canary]))
  const bodies =
    method === 'POST' ? [fields, { ...fields, stranger: canary }, `{"password": "${canary}`, [canary]] : [undefined]
  const locations = [path.replace(/:\w+/, canary), `${path.replace(/:\w+/, '1')}?access=${canary}&others=${canary}`]
  for (const location of locations) for (const body of bodies) await ask(method, location, body, access)
  await ask(method, path, method === 'POST' ? {} : undefined, canary)
}

async function tablesAsText(): Promise<string> {
  const database = await openDatabase({ dataDir: '', databaseUrl: server.databaseUrl, log: quiet })
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

/** Searches for the secret as text and as hex bytes. A six-digit code must be a whole word. */
function appearsIn(secret: string, text: string): boolean {
  if (/^\d{6}$/.test(secret)) return new RegExp(`\\b${secret}\\b`).test(text)
  return text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))
}

test('No planted secret is in the log, in a refusal or in a table', async () => {
  for (const each of [PASSWORD, SECRET_KEY, BOT_TOKEN, CLIENT_SECRET]) plant(each)
  const access = await useCredentials()
  await useTelegram()
  await useEmailLinks()
  for (const call of calls) await misuse(call, access)
  const locations = { log: log.join(''), refusals: refusals.join('\n'), tables: await tablesAsText() }
  expect(secrets.size).toBeGreaterThan(80)
  expect(refusals.length).toBeGreaterThan(100)
  expect(locations.log).toContain('signed in')
  for (const [location, text] of Object.entries(locations))
    expect([location, [...secrets].filter((secret) => appearsIn(secret, text))]).toEqual([location, []])
})

test('No API path contains a secret parameter', () => {
  const paths = calls.map(([, { base, path }]) => base + path)
  expect(paths.filter((path) => /token|password|code|ticket|secret/.test(path.replace(/[\w-]+\/$/, '')))).toEqual([])
})
