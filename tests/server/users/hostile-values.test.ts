/** Values that no program of ours writes, put into single rows by a thief who owns the database. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, type HealthView, health } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import type { NotificationsView } from '../../../src/contract/notifications/views.ts'
import { SNAPSHOT_VERSION } from '../../../src/engine/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { codeAt, createSecuredAccount } from '../../fixtures/secured-account.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const FAST = { ...HEALTH_TIMES, readMillis: 20, ownMillis: 20 }
const PASSWORD = 'correct horse'
const MAX = '9223372036854775807'
/** Of a number that is part of a key. */
const MAX_KEY = '999999999999999'

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

test.each(['created_at', 'withdraw_hold_until', 'sessions_since', 'email_since'])(
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
  await sql(`insert into trades values (${MAX_KEY}, 999, 'NaN', 'NaN', 'buy', ${MAX})`)
  await sql(`insert into candles values (999, '1m', ${MAX_KEY}, 'NaN', 'NaN', 'NaN', 'NaN', 'NaN', 'NaN')`)
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

/** Null, as the owner of a database can write it: without the constraint of the column. */
async function setNull(table: string, column: string, where: string, ...values: unknown[]): Promise<void> {
  await sql(`alter table ${table} alter column ${column} drop not null`)
  await sql(`update ${table} set ${column} = null where ${where}`, ...values)
}

test('A server starts whatever columns of single rows are null, and logs in the others', async () => {
  const { user, email } = await newUser()
  await sql(
    `insert into verifications (user_id, provider, applicant_id, status, provider_time, updated_at, mac)
     values ($1, 'play', 'other thief', 'approved', 1, 1, sha256('a'))`,
    user,
  )
  await setNull('verifications', 'mac', 'user_id = $1', user)
  await sql(
    `insert into notification_settings (user_id, quiet_from, quiet_to, time_zone) values ($1, 0, 1439, 'Nowhere')`,
    user,
  )
  await setNull('notification_settings', 'bot_kinds', 'user_id = $1', user)
  await setNull('notification_settings', 'app_kinds', 'user_id = $1', user)
  await sql(
    `insert into snapshots (batch, seq, state_hash, row_hash, version, hash, journal)
     select 1, 1, sha256('a'), sha256('a'), $1, sha256('a'), id from journal_identity`,
    SNAPSHOT_VERSION,
  )
  await setNull('snapshots', 'hash', 'batch = 1')
  await setNull('snapshots', 'state_hash', 'batch = 1')
  await sql('insert into positions values ($1, 999, 0, 0, 0)', user)
  for (const column of ['amount', 'cost', 'credited']) await setNull('positions', column, 'currency_id = 999')
  for (const column of ['price', 'quantity', 'at']) await setNull('trades', column, 'pair_id = 999')
  for (const column of ['open', 'close', 'volume']) await setNull('candles', column, 'pair_id = 999')
  await setNull('last_prices', 'price', 'pair_id = 999')
  await setNull('listings', 'at', 'pair_id = 999')
  await server.exchange.stop()
  server = await startTestServer(databaseUrl, {}, quiet, FAST)
  const { status, body } = await login(email)
  expect(status).toBe(200)
  const settings = await server.request<NotificationsView>('GET', api.notifications.path, { access: body.access })
  expect(settings.body.quiet_hours).toBe(null)
})

test('Null in the counters of codes, sessions and tokens of an account ends no request', async () => {
  const account = await createSecuredAccount(server)
  const { access } = account.tokens
  for (const column of ['last_step', 'failures', 'locked_until']) await setNull('two_factors', column, 'true')
  expect((await post(api.recoveryCodes.path, { code: account.nextCode() }, access)).status).toBe(200)
  const { email, user, tokens } = await newUser()
  await setNull('sessions', 'mac', 'user_id = $1', user)
  await setNull('sessions', 'last_seen_at', 'user_id = $1', user)
  await setNull('login_attempts', 'at', 'user_id = $1', user)
  await setNull('refresh_tokens', 'mac', 'user_id = $1', user)
  for (const path of [api.sessions.path, api.loginHistory.path])
    expect([path, (await server.request('GET', path, { access: tokens.access })).status]).toEqual([path, 200])
  expect((await post(api.refresh.path, { refresh_token: tokens.refresh })).status).toBe(401)
  expect((await login(email)).status).toBe(200)
})

test.each(['created_at', 'record_version', 'record_proof', 'ended_sessions', 'sessions_since', 'email_confirmed'])(
  'An account whose %s is null is frozen alone',
  async (column) => {
    const [edited, other] = [await newUser(), await newUser()]
    await setNull('users', column, 'id = $1', edited.user)
    if (column === 'record_proof') await sql('update users set record_version = 2 where id = $1', edited.user)
    expect((await login(edited.email)).body.code).toBe('ACCOUNT_DIFFERS')
    expect((await post(api.refresh.path, { refresh_token: edited.tokens.refresh })).status).toBe(401)
    expect((await login(other.email)).status).toBe(200)
  },
)

test('A notification with null as its values is not listed, and those of the user are', async () => {
  const { user, tokens } = await newUser()
  await sql(
    `insert into notifications (user_id, kind, about, at, params, mac, in_app)
     values ($1, 'friend_joined', 'thief', 1, 'null', sha256('a'), true)`,
    user,
  )
  const listed = () => server.request('GET', api.notificationList.path, { access: tokens.access })
  expect((await listed()).status).toBe(200)
  await setNull('notifications', 'params', 'user_id = $1', user)
  await setNull('notifications', 'mac', 'user_id = $1', user)
  expect((await listed()).status).toBe(200)
})

test('One wrong code locks nothing, whatever number of failures is stored', async () => {
  const account = await createSecuredAccount(server)
  const { access } = account.tokens
  const replace = (code: string) => post(api.recoveryCodes.path, { code }, access)
  await sql('update two_factors set failures = 2147483647')
  await sql(
    `insert into two_factor_devices (user_id, device_id, failures, locked_until)
     select user_id, gen_random_uuid(), 0, 0 from two_factors`,
  )
  await sql('update two_factor_devices set failures = 2147483647')
  expect((await replace(codeAt(account.secret, 0))).body.code).toBe('INVALID_2FA_CODE')
  expect((await replace(account.nextCode())).status).toBe(200)
})
