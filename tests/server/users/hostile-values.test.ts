/** Values that no program of ours writes, put into single rows by a thief who owns the database. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, type HealthView, health } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { createSecuredAccount } from '../../fixtures/secured-account.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const FAST = { ...HEALTH_TIMES, readMillis: 20, ownMillis: 20 }
const PASSWORD = 'correct horse'
const MAX = '9223372036854775807'

let databases: TestDatabases
let databaseUrl: string
let server: TestServer
let database: Database

beforeAll(async () => {
  databases = await startTestDatabases()
  databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  server = await startTestServer(databaseUrl, {}, quiet, FAST)
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await databases?.stop()
})

const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values)
const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server.request<T>('POST', path, { body, access })
const login = (email: string) => post<Tokens & ErrorBody>(api.login.path, { email, password: PASSWORD })
const partOf = async (name: string) => (await server.request<HealthView>('GET', health.path)).body.parts?.[name]

async function newUser() {
  const email = `${randomUUID()}@example.com`
  const tokens = await server.signUp(email, PASSWORD)
  const { body } = await server.request<ProfileView>('GET', api.profile.path, { access: tokens.access })
  return { email, tokens, user: body.uuid as UserId }
}

test('Counters of codes that no clock and no count gives refuse no code', async () => {
  const account = await createSecuredAccount(server)
  const { access } = account.tokens
  const device = `insert into two_factor_devices (user_id, device_id, failures, locked_until)
    select user_id, gen_random_uuid(), 2147483647, ${MAX} from two_factors`
  await sql(device)
  for (const value of [MAX, '-9223372036854775808', '8640000000000001']) {
    await sql(`update two_factors set last_step = ${value}, locked_until = ${value}`)
    await sql(`update two_factor_devices set locked_until = ${value}`)
    const { status } = await post(api.recoveryCodes.path, { code: account.nextCode() }, access)
    expect([value, status]).toEqual([value, 200])
  }
})

test.each(['created_at', 'withdraw_hold_until', 'sessions_since', 'email_since', 'telegram_id'])(
  'An account whose %s no program of ours writes is frozen alone, and the comparison of all accounts goes on',
  async (column) => {
    const [edited, other] = [await newUser(), await newUser()]
    await sql(`update users set ${column} = ${MAX} where id = $1`, edited.user)
    expect((await login(edited.email)).body.code).toBe('ACCOUNT_DIFFERS')
    expect((await login(other.email)).status).toBe(200)
    await expect.poll(async () => (await partOf('accounts'))?.reason).toMatch(/accounts are not as they were recorded/)
  },
)

test('Hostile values in the rows of one login end no other, and the lists of the account are shown', async () => {
  const { email, user, tokens } = await newUser()
  await login(email)
  await sql(`update sessions set last_seen_at = ${MAX} where user_id = $1`, user)
  await sql(`update login_attempts set at = ${MAX} where user_id = $1`, user)
  await sql(`update refresh_tokens set created_at = ${MAX} where user_id = $1`, user)
  await sql(`insert into revoked_sessions values (gen_random_uuid(), $1, ${MAX})`, user)
  for (const path of [api.sessions.path, api.loginHistory.path])
    expect([path, (await server.request('GET', path, { access: tokens.access })).status]).toEqual([path, 200])
  expect((await post(api.refresh.path, { refresh_token: tokens.refresh })).status).toBe(200)
  expect((await login(email)).status).toBe(200)
})

test('A result of an identity check at a time that no clock gives is ignored, and ends no server', async () => {
  const { user } = await newUser()
  await sql(
    `insert into verifications (user_id, provider, applicant_id, status, provider_time, updated_at, mac)
     values ($1, 'play', 'thief', 'approved', ${MAX}, ${MAX}, sha256('a'))`,
    user,
  )
  await server.exchange.stop()
  server = await startTestServer(databaseUrl, {}, quiet, FAST)
  const { email } = await newUser()
  expect((await login(email)).status).toBe(200)
  expect((await sql('select applied_at from verifications where user_id = $1', user)).rows).toEqual([
    { applied_at: null },
  ])
})

test('A server starts whatever numbers single rows of read models, snapshots and notifications have', async () => {
  const { user, email } = await newUser()
  await sql(`insert into reward_weeks values ($1, 0, ${MAX})`, user)
  await sql(`insert into listings values (999, ${MAX}) on conflict do nothing`)
  await sql(`insert into last_prices values (999, 'NaN')`)
  await sql(`insert into positions values ($1, 999, 'NaN', 'NaN', 'NaN')`, user)
  await sql(`insert into trades values (${MAX}, 999, 'NaN', 'NaN', 'buy', ${MAX})`)
  await sql(`insert into candles values (999, '1m', ${MAX}, 'NaN', 'NaN', 'NaN', 'NaN', 'NaN', 'NaN')`)
  await sql(
    `insert into notifications (user_id, kind, about, at, params, mac, due_at, in_app)
     values ($1, 'added', 'thief', ${MAX}, '{}', sha256('a'), ${MAX}, true)`,
    user,
  )
  await server.exchange.stop()
  server = await startTestServer(databaseUrl, {}, quiet, FAST)
  const { status, body } = await login(email)
  expect(status).toBe(200)
  for (const path of [api.notificationList.path, api.transactions.path])
    expect([path, (await server.request('GET', path, { access: body.access })).status]).toEqual([path, 200])
})
