/** Stored users without an account: an operator opens it, or removes their rows. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type HealthView, health } from '../../../src/contract/api.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { accountOf } from '../../../src/engine/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import type { User } from '../../../src/server/users/user-row.ts'
import { newestCommand } from '../../fixtures/newest-command.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { addAddresses, insertUnrecorded } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let server: TestServer
let database: Database
beforeAll(async () => {
  databases = await startTestDatabases()
  const databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  server = await startTestServer(databaseUrl, {}, quiet, { ...HEALTH_TIMES, ownMillis: 20 })
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await databases?.stop()
})

const PASSWORD = 'correct horse'
const post = (path: string, body: object) => server.request<{ code?: string }>('POST', path, { body })
const operator = (...words: string[]) => operate(server.dataDir, ['accounts', ...words])
const why = ['--reason', 'a test'] as const

const accountsPart = async () => {
  const { body } = await server.request<HealthView>('GET', health.path)
  return body.parts?.accounts
}

/** As the row of a user whose registration the journal has lost, after its record was changed once. */
async function lostUser(columns: Partial<User>) {
  const { id } = await insertUnrecorded(database.pool, { record_version: 2, ...columns })
  await expect.poll(() => operator()).toContain(id)
  const shown = await operator('show', id)
  expect(shown).toContain('It has no account')
  return { id, mark: /MARK: (\w+)/.exec(shown)?.[1] ?? '' }
}

test('An operator opens the account of a stored user whose registration is lost: without money, and without its password', async () => {
  const email = 'lost@example.com'
  const { id, mark } = await lostUser({ email })
  const { rows } = await database.pool.query('select password_hash from users where id = $1', [id])
  await expect(operator('accept', id, 'another', ...why)).rejects.toThrow('has changed since')
  expect(await operator('accept', id, mark, ...why)).toContain(email)
  const account = await server.exchange.sequencer.read((state) => accountOf(state, id))
  expect(account).toMatchObject({ kind: 'user', credentials: { version: 1 } })
  const stored = await database.pool.query('select password_hash from users where id = $1', [id])
  expect(stored.rows[0].password_hash).not.toBe(rows[0].password_hash)
  expect(await newestCommand(server.databaseUrl)).toMatchObject({ type: 'accept-credentials', user: id })
  await expect.poll(accountsPart).toMatchObject({ state: 'ok' })
  expect(await operator()).toBe('All accounts are as recorded.')
  await expect(operator('remove', id, mark, ...why)).rejects.toThrow()
})

test('The email of an account that is accepted without a registration counts as confirmed only when its owner confirms it', async () => {
  const email = 'whale@example.com'
  // A Telegram account of a thief.
  const columns = { email, email_confirmed: true, telegram_id: 77_001_122, password_hash: null, record_version: 2 }
  const { id, mark } = await lostUser(columns)
  await operator('accept', id, mark, ...why)
  await expect(operate(server.dataDir, ['set-level', email, '1', ...why])).rejects.toThrow('is not confirmed')
})

test('An operator removes a stored user that nobody registered, and the email can be registered', async () => {
  const email = 'planted@example.com'
  const { id, mark } = await lostUser({ email })
  expect((await post(api.register.path, { email, password: PASSWORD })).body.code).toBe('EMAIL_TAKEN')
  await expect(operator('remove', id, 'another', ...why)).rejects.toThrow('has changed since')
  expect(await operator('remove', id, mark, ...why)).toBe('The rows of this user are deleted.')
  expect(await newestCommand(server.databaseUrl)).toMatchObject({ type: 'remove-user', user: id, reason: 'a test' })
  expect((await post(api.register.path, { email, password: PASSWORD })).status).toBe(201)
  await expect.poll(accountsPart).toMatchObject({ state: 'ok' })
})

test('A user with an account is not removed', async () => {
  await server.signUp('real@example.com', PASSWORD)
  const { rows } = await database.pool.query("select id from users where email = 'real@example.com'")
  const mark = /MARK: (\w+)/.exec(await operator('show', rows[0].id))?.[1] ?? ''
  await expect(operator('remove', rows[0].id, mark, ...why)).rejects.toThrow('does not exist')
  expect((await post(api.login.path, { email: 'real@example.com', password: PASSWORD })).status).toBe(200)
})

test('An operator removes a stored user that has more saved addresses than an account can have', async () => {
  const { id } = await insertUnrecorded(database.pool, { record_version: 2, email: 'many@example.com' })
  await addAddresses(database.pool, id, 3_000)
  await expect.poll(() => operator()).toContain(id)
  const shown = await operator('show', id)
  expect(shown.match(/^address /gm)).toHaveLength(51)
  const mark = /MARK: (\w+)/.exec(shown)?.[1] ?? ''
  expect(await operator('remove', id, mark, ...why)).toBe('The rows of this user are deleted.')
})

// The last one: the row of the inviter stays changed.
test('A stored user that is accepted without a registration does not get the referral code of an account', async () => {
  const email = 'inviter@example.com'
  await server.signUp(email, PASSWORD)
  const { rows } = await database.pool.query('select id, referral_code from users where email = $1', [email])
  const { id: inviter, referral_code } = rows[0]
  await database.pool.query('update users set referral_code = 999999999 where id = $1', [inviter])
  const { id, mark } = await lostUser({ email: 'thief@example.com', referral_code })
  await operator('accept', id, mark, ...why)
  const codeOf = (user: UserId) => server.exchange.sequencer.read((state) => accountOf(state, user)?.referralCode)
  expect(await codeOf(inviter)).toBe(referral_code)
  const { rows: accepted } = await database.pool.query('select referral_code from users where id = $1', [id])
  expect(accepted).not.toEqual([{ referral_code }])
  expect(accepted).toEqual([{ referral_code: await codeOf(id) }])
})
