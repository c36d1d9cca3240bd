/** A thief writes to the tables behind the server's back, without its key. */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, type HealthView, health } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { accountOf } from '../../../src/engine/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { beginEpoch } from '../../../src/server/sequencer/begin-epoch.ts'
import { listTestNetwork } from '../../fixtures/listed-network.ts'
import { newestCommand } from '../../fixtures/newest-command.ts'
import { runOperator } from '../../fixtures/operator-tool.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { changeStored, insertUnrecorded } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer, DESTINATION, type Withdrawer } from '../../fixtures/withdrawer.ts'

let databases: TestDatabases
let databaseUrl: string
let server: TestServer
let database: Database
/** Without a sweep, unless a test restarts the server. */
const SLOW = { ...HEALTH_TIMES, ownMillis: 3_600_000 }
const FAST = { ...HEALTH_TIMES, ownMillis: 20 }

beforeAll(async () => {
  databases = await startTestDatabases()
  databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  server = await startTestServer(databaseUrl, {}, quiet, SLOW)
  await listTestNetwork(server.exchange.sequencer)
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await databases?.stop()
})

const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values)
const PASSWORD = 'correct horse'
const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server.request<T>('POST', path, { body, access })
const freezesOf = (user: UserId) =>
  server.exchange.sequencer.read((state) => accountOf(state, user)?.freezes.map(({ origin }) => origin))

type Account = { readonly user: UserId; readonly email: string; readonly tokens: Tokens }

async function newAccount(): Promise<Account> {
  const email = `${randomUUID()}@example.com`
  const tokens = await server.signUp(email, PASSWORD)
  const { body } = await server.request<ProfileView>('GET', api.profile.path, { access: tokens.access })
  return { user: body.uuid as UserId, email, tokens }
}

/** With 2FA, recovery codes and an address of its book. */
async function newWithdrawer(): Promise<Account & { readonly withdrawer: Withdrawer }> {
  const withdrawer = await createWithdrawer(server)
  const { status } = await withdrawer.saveAddress({ label: 'mine', address: DESTINATION })
  expect(status).toBe(201)
  const { email } = withdrawer.account
  const tokens = { ...withdrawer.account.tokens, access: withdrawer.access() }
  return { user: withdrawer.user, email, tokens, withdrawer }
}

const login = (email: string, password = PASSWORD) => post<ErrorBody>(api.login.path, { email, password })

/** Found at a refresh, which ends; the account is frozen, and no login opens it. */
async function expectFrozen({ user, email, tokens }: Account, what: string): Promise<void> {
  const refreshed = await post(api.refresh.path, { refresh_token: tokens.refresh })
  expect([what, refreshed.status]).toEqual([what, 401])
  expect([what, await freezesOf(user)]).toEqual([what, ['integrity']])
  expect([what, (await login(email)).body.code]).toEqual([what, 'ACCOUNT_DIFFERS'])
}

const EDITS: readonly (readonly [what: string, text: string])[] = [
  ['email_confirmed', 'update users set email_confirmed = not email_confirmed where id = $1'],
  ['another hold', 'update users set withdraw_hold_until = 1 where id = $1'],
  ['whitelist_only', 'update users set whitelist_only = not whitelist_only where id = $1'],
  ['telegram_id', 'update users set telegram_id = 77 where id = $1'],
  ['google_sub', "update users set google_sub = 'issuer thief' where id = $1"],
  ['email_since', 'update users set email_since = 1 where id = $1'],
  ['former_telegram_id', 'update users set former_telegram_id = 5, former_telegram_until = 9e15 where id = $1'],
  ['credentials_version', 'update users set credentials_version = 9 where id = $1'],
  ['a higher version', 'update users set record_version = record_version + 1 where id = $1'],
  ['2FA with a secret of a thief', "insert into two_factors (user_id, secret, enabled_at) values ($1, '\\x00', 1)"],
  ['a recovery code', "insert into recovery_codes (user_id, hash) values ($1, sha256('a'))"],
  [
    'an address',
    `insert into address_book (user_id, network_id, label, address, created_at, active_at)
      values ($1, 1, 'mine', '0x1', 0, 0)`,
  ],
]

test.each(EDITS)('An account with %s that the server did not write is frozen', async (what, text) => {
  const account = await newAccount()
  await sql(text, account.user)
  await expectFrozen(account, what)
})

test.each([
  ['no second factor', 'delete from two_factors where user_id = $1'],
  ['an older second factor', 'update two_factors set enabled_at = 1 where user_id = $1'],
  ['no recovery codes', 'delete from recovery_codes where user_id = $1'],
  ['an address of a thief', "update address_book set address = '0x2' where user_id = $1"],
  ['an address that is active at once', 'update address_book set active_at = 0 where user_id = $1'],
  ['no address', 'delete from address_book where user_id = $1'],
] as const)('A withdrawal, a step-up and a login of an account with %s are refused', async (what, text) => {
  const account = await newWithdrawer()
  const { access } = account.tokens
  await sql(text, account.user)
  const { body } = await account.withdrawer.withdraw()
  expect([what, body.code]).toEqual([what, 'ACCOUNT_DIFFERS'])
  const change = { password: 'battery staple', current_password: PASSWORD }
  expect((await post(api.setPassword.path, change, access)).status).toBeGreaterThanOrEqual(401)
  await expectFrozen(account, what)
})

test('The password hash of a thief opens nothing, and the reply says why in clear words', async () => {
  const [victim, thief] = [await newAccount(), await newAccount()]
  const hashes = 'update users v set password_hash = t.password_hash from users t where v.id = $1 and t.id = $2'
  await sql(hashes, victim.user, thief.user)
  const { status, body } = await login(victim.email)
  expect([status, body.code, body.detail]).toEqual([
    403,
    'ACCOUNT_DIFFERS',
    expect.stringContaining('changed from outside'),
  ])
  await expectFrozen(victim, 'password_hash')
})

test('Two users whose rows were swapped are both frozen', async () => {
  const [ann, bob] = [await newAccount(), await newAccount()]
  await sql(`update users set email = 'x' || email where id = any($1)`, [ann.user, bob.user])
  await sql(
    `update users a set email = substr(b.email, 2), password_hash = b.password_hash, record_version = b.record_version,
       record_proof = b.record_proof, telegram_id = 1000 + a.referral_code
     from users b where a.id = any($1) and b.id = any($1) and a.id <> b.id`,
    [ann.user, bob.user],
  )
  await expectFrozen({ ...ann, email: bob.email }, 'ann')
  await expectFrozen({ ...bob, email: ann.email }, 'bob')
})

test('An account whose old row was put back, with the proof that it had, is frozen', async () => {
  const account = await newAccount()
  const { rows } = await sql('select * from users where id = $1', account.user)
  const change = { password: 'battery staple', current_password: PASSWORD }
  expect((await post(api.setPassword.path, change, account.tokens.access)).status).toBe(200)
  const [{ password_hash, password_changed_at, credentials_version, record_version, record_proof, ...old }] = rows
  await sql(
    `update users set password_hash = $2, password_changed_at = $3, credentials_version = $4, record_version = $5,
       record_proof = $6, withdraw_hold_until = $7 where id = $1`,
    ...[account.user, password_hash, password_changed_at, credentials_version, record_version, record_proof],
    old.withdraw_hold_until,
  )
  await expectFrozen(account, 'an old row')
})

test('What was stored without its command is recorded when it is met, and nobody is frozen', async () => {
  const account = await newAccount()
  await changeStored(database.pool, account.user, { user: { withdraw_hold_until: 5 } })
  const versionOf = () => server.exchange.sequencer.read((state) => accountOf(state, account.user)?.credentials.version)
  const before = await versionOf()
  expect((await login(account.email)).status).toBe(200)
  expect([before, await versionOf(), await freezesOf(account.user)]).toEqual([1, 2, []])
  // A change on top of one whose command is missing.
  await changeStored(database.pool, account.user, { user: { withdraw_hold_until: 6 } })
  const change = { password: 'battery staple', current_password: PASSWORD }
  expect((await post(api.setPassword.path, change, account.tokens.access)).status).toBe(200)
  expect([await versionOf(), await freezesOf(account.user)]).toEqual([4, []])
})

test('Many changes and logins of one account at once freeze nobody', async () => {
  const { user, email, tokens, withdrawer } = await newWithdrawer()
  const own = (path: string, body: object) => post(path, body, tokens.access)
  await Promise.all([
    ...Array.from({ length: 5 }, (_each, index) =>
      own(api.recoveryCodes.path, { code: withdrawer.account.recoveryCodes[index] }),
    ),
    ...Array.from({ length: 5 }, () => login(email)),
    ...Array.from({ length: 20 }, () => server.request('GET', api.profile.path, tokens)),
  ])
  expect(await freezesOf(user)).toEqual([])
})

test('An account that is accepted with secrets that were not recorded loses them, and opens only to its owner', async () => {
  const [victim, thief] = [await newWithdrawer(), await newAccount()]
  const copied = `update users v set password_hash = t.password_hash from users t where v.id = $1 and t.id = $2`
  await sql(copied, victim.user, thief.user)
  await sql("update two_factors set secret = '\\x00' where user_id = $1", victim.user)
  expect((await login(victim.email)).body.code).toBe('ACCOUNT_DIFFERS')
  const operate = (...args: string[]) => runOperator(server.dataDir, args)
  const shown = await operate('accounts', 'show', victim.user)
  expect(shown.out).toContain('If the account is accepted, they are removed')
  const mark = /MARK: (\w+)/.exec(shown.out)?.[1] ?? ''
  expect((await operate('accounts', 'accept', victim.user, mark, '--reason', 'The owner wrote.')).code).toBe(0)
  // Without the password of the thief, and without any 2FA.
  expect((await login(victim.email)).body.code).toBe('INVALID_CREDENTIALS')
  expect((await post(api.refresh.path, { refresh_token: victim.tokens.refresh })).status).toBe(401)
  const { rows } = await sql('select secret from two_factors where user_id = $1', victim.user)
  expect(rows).toEqual([{ secret: null }])
  const codes = await sql('select from recovery_codes where user_id = $1', victim.user)
  expect([codes.rowCount, await freezesOf(victim.user)]).toEqual([0, []])
})

async function partOf(on: TestServer): Promise<unknown> {
  const { body } = await on.request<HealthView>('GET', health.path)
  return body.parts?.accounts
}

test('A change that a restore has undone is not accepted when its rows are put back', async () => {
  const account = await newAccount()
  await changeStored(database.pool, account.user, { user: { withdraw_hold_until: 5 } })
  await beginEpoch(server.exchange.sequencer, 'restored')
  await expectFrozen(account, 'an undone change')
  // What is changed afterwards continues.
  const other = await newAccount()
  const change = { password: 'battery staple', current_password: PASSWORD }
  expect((await post(api.setPassword.path, change, other.tokens.access)).status).toBe(200)
  await server.exchange.stop()
  server = await startTestServer(server.databaseUrl)
  expect((await post(api.login.path, { email: other.email, password: 'battery staple' })).status).toBe(200)
})

test('Deleted rows and rows that nobody registered are found without a login, and only an operator lifts the freeze', async () => {
  await server.exchange.stop()
  const url = await databases.newDatabaseUrl()
  const other = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  const warnings: string[] = []
  server = await startTestServer(url, {}, openLog('warn', { write: (line) => void warnings.push(line) }), FAST)
  expect(await partOf(server)).toMatchObject({ state: 'ok' })
  const [gone, kept] = [await newAccount(), await newAccount()]
  const { rows } = await other.pool.query('select * from users where id = $1', [gone.user])
  await withoutForeignKeys(other.pool, (client) => client.query('delete from users where id = $1', [gone.user]))
  await expect.poll(() => freezesOf(gone.user)).toEqual(['integrity'])
  await expect.poll(() => partOf(server)).toMatchObject({ state: 'failing', reason: expect.stringContaining('1 acc') })
  expect(await freezesOf(kept.user)).toEqual([])

  const operate = (...args: string[]) => runOperator(server.dataDir, args)
  const why = ['--reason', 'The row was put back from a backup.']
  expect((await operate('accounts')).out).toContain(gone.user)
  expect((await operate('accounts', 'show', gone.user)).out).toContain('its row was deleted')
  expect((await operate('accounts', 'accept', gone.user, 'x', ...why)).code).not.toBe(0)
  expect((await operate('unfreeze', gone.user, ...why)).code).not.toBe(0)
  const [row] = rows
  const names = Object.keys(row)
  const places = names.map((_name, index) => `$${index + 1}`)
  await other.pool.query(`insert into users (${names}) values (${places})`, Object.values(row))
  expect((await login(gone.email)).body.code).toBe('ACCOUNT_DIFFERS')
  // Its stored address could be one that a thief has written.
  expect((await operate('accounts', 'show', gone.email)).code).not.toBe(0)
  const shown = await operate('accounts', 'show', gone.user)
  const mark = /MARK: (\w+)/.exec(shown.out)?.[1] ?? ''
  // What was shown is accepted, and nothing that is written after it.
  await other.pool.query('update users set telegram_id = 5 where id = $1', [gone.user])
  expect((await operate('accounts', 'accept', gone.user, mark, ...why)).code).not.toBe(0)
  await other.pool.query('update users set telegram_id = null where id = $1', [gone.user])
  const accepted = await operate('accounts', 'accept', gone.user, mark, ...why)
  expect([accepted.code, accepted.out]).toEqual([0, expect.stringContaining(gone.email)])
  expect(await newestCommand(url)).toMatchObject({ type: 'accept-credentials', user: gone.user, version: 2 })
  expect([(await login(gone.email)).status, await freezesOf(gone.user)]).toEqual([200, []])
  await expect.poll(() => partOf(server)).toMatchObject({ state: 'ok' })

  // A deleted row ends no round.
  expect(warnings.filter((line) => line.includes('account.check_failed'))).toEqual([])
  await other.close()
})

test('A row of users that nobody registered is removed, and its email can be registered', async () => {
  await server.exchange.stop()
  const url = await databases.newDatabaseUrl()
  const other = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  server = await startTestServer(url, {}, quiet, FAST)
  const real = await newAccount()
  const lost = await insertUnrecorded(other.pool, { email: 'lost@example.com', record_version: 2 })
  const { id } = await insertUnrecorded(other.pool, { email: 'forged@example.com' })
  // Rows of other tables name it.
  await other.pool.query(
    `insert into address_book (user_id, network_id, label, address, created_at, active_at) values ($1, 1, 'x', '0x1', 0, 0)`,
    [id],
  )
  const friend = await insertUnrecorded(other.pool, { referrer: id })
  const body = { email: 'forged@example.com', password: PASSWORD }
  await expect.poll(async () => (await post(api.register.path, body)).status).toBe(201)
  const left = 'select from users where id = any($1)'
  await expect.poll(async () => (await other.pool.query(left, [[id, friend.id]])).rowCount).toBe(0)
  expect((await login(real.email)).status).toBe(200)
  // It could be an account that the journal has lost.
  await expect
    .poll(() => partOf(server))
    .toMatchObject({ state: 'failing', reason: expect.stringMatching('1 account') })
  await other.pool.query('delete from users where id = $1', [lost.id])
  const reason = 'rows of another program, which were ignored: 2'
  await expect.poll(() => partOf(server)).toMatchObject({ state: 'failing', reason })
  await other.close()
})

/** The owner of the database can. */
async function withoutForeignKeys(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await work(client)
  client.release(true)
}
