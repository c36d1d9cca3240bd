/** What an operator sees of an account that differs, before accepting it. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectDefined } from '../../../src/engine/assert.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { queryOne } from '../../../src/server/postgres/query.ts'
import { settledChannels } from '../../../src/server/users/settled-channels.ts'
import type { User } from '../../../src/server/users/user-row.ts'
import { listTestNetwork } from '../../fixtures/listed-network.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { addAddresses, insertUnrecorded } from '../../fixtures/stored-accounts.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
let database: Database
beforeAll(async () => {
  database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  await listTestNetwork(server().exchange.sequencer)
})
afterAll(() => database?.close())

test.each([
  [
    'the chat that gets the security notifications of the account',
    'update users set former_telegram_id = 77001122, former_telegram_until = 9e15 where id = $1',
  ],
  ['since when the account exists', 'update users set created_at = 1 where id = $1'],
  ['that a new address can be used at once', 'update address_book set active_at = 1 where user_id = $1'],
  ['the network of an address', 'update address_book set network_id = 7 where user_id = $1'],
])('An operator who accepts an account is shown %s', async (_what, edit) => {
  const { user, saveAddress } = await createWithdrawer(server())
  expect((await saveAddress({})).status).toBe(201)
  // Without the first line, which says what is wrong, and the mark.
  const shown = async () => {
    const text = await operate(server().dataDir, ['accounts', 'show', user])
    return text
      .split('\n')
      .slice(1)
      .filter((line) => !line.startsWith('MARK'))
  }
  const before = await shown()
  await database.pool.query(edit, [user])
  expect(await shown()).not.toEqual(before)
})

test.each([
  ['the email address of a user', "update users set email = email || ' ' where id = $1", '@example.com " has'],
  ['a saved address', "update address_book set address = address || E'\\u200b' where user_id = $1", '\\u200b" has'],
])(
  'Before an account is accepted, its operator sees that %s has characters that cannot be seen',
  async (_what, edit, expected) => {
    const { user, saveAddress } = await createWithdrawer(server())
    expect((await saveAddress({})).status).toBe(201)
    await database.pool.query(edit, [user])
    const text = await operate(server().dataDir, ['accounts', 'show', user])
    expect(text).toContain(`${expected} characters that can be invisible`)
  },
)

test('An account that got more saved addresses than it can have is accepted with the 50 oldest ones', async () => {
  const withdrawer = await createWithdrawer(server())
  const { user } = withdrawer
  expect((await withdrawer.saveAddress({})).status).toBe(201)
  await addAddresses(database.pool, user, 60)
  expect((await withdrawer.withdraw()).body.code).toBe('ACCOUNT_DIFFERS')
  const mark = /MARK: (\w+)/.exec(await operate(server().dataDir, ['accounts', 'show', user]))?.[1] ?? ''
  await operate(server().dataDir, ['accounts', 'accept', user, mark, '--reason', 'a test'])
  const { rows } = await database.pool.query('select count(*)::int as count from address_book where user_id = $1', [
    user,
  ])
  expect(rows[0].count).toBe(50)
  expect(await operate(server().dataDir, ['accounts'])).not.toContain(user)
})

test('An account whose saved address another program has replaced withdraws nothing for a day after an operator accepted it', async () => {
  const withdrawer = await createWithdrawer(server())
  const { user } = withdrawer
  expect((await withdrawer.saveAddress({})).status).toBe(201)
  await database.pool.query(
    `update address_book set address = '0x${'ee'.repeat(20)}', active_at = 1 where user_id = $1`,
    [user],
  )
  expect((await withdrawer.withdraw()).body.code).toBe('ACCOUNT_DIFFERS')
  const mark = /MARK: (\w+)/.exec(await operate(server().dataDir, ['accounts', 'show', user]))?.[1] ?? ''
  await operate(server().dataDir, ['accounts', 'accept', user, mark, '--reason', 'a test'])
  const { rows } = await database.pool.query(
    'select active_at, withdraw_hold_until, email_since, password_since from address_book join users on users.id = user_id where user_id = $1',
    [user],
  )
  const tomorrow = server().now() + 23 * 60 * 60 * 1_000
  expect(rows).toHaveLength(1)
  expect(Math.min(rows[0].active_at, rows[0].withdraw_hold_until)).toBeGreaterThan(tomorrow)
  // Neither login method can by itself add or remove another today.
  expect(Math.min(rows[0].email_since, rows[0].password_since)).toBeGreaterThan(tomorrow - 24 * 60 * 60 * 1_000)
  expect(await operate(server().dataDir, ['accounts'])).not.toContain(user)
})

test('A former Telegram chat that another program stored gets no security notifications after an operator accepted the account', async () => {
  const withdrawer = await createWithdrawer(server())
  const { user } = withdrawer
  const stored = 'update users set former_telegram_id = 77001122, former_telegram_until = 9e15 where id = $1'
  await database.pool.query(stored, [user])
  expect((await withdrawer.withdraw()).body.code).toBe('ACCOUNT_DIFFERS')
  const mark = /MARK: (\w+)/.exec(await operate(server().dataDir, ['accounts', 'show', user]))?.[1] ?? ''
  const accepted = await operate(server().dataDir, ['accounts', 'accept', user, mark, '--reason', 'a test'])
  expect(accepted).toContain('until its owner confirms it in the app, it gets no security notifications')
  const account = expectDefined(
    await queryOne<User>(database.pool, 'select * from users where id = $1', [user]),
    'stored',
  )
  expect(settledChannels(account, server().now())).toEqual({ email: null, chat: null })
})

test('An account that is accepted has the referral code that it was opened with, also if another row has it by then', async () => {
  const withdrawer = await createWithdrawer(server())
  const { user } = withdrawer
  const codeOf = async (id: string) =>
    Number((await queryOne<User>(database.pool, 'select * from users where id = $1', [id]))?.referral_code)
  const code = await codeOf(user)
  await database.pool.query('update users set referral_code = 999999998 where id = $1', [user])
  // Not removed by itself: it could be of an account that the journal has lost.
  const other = await insertUnrecorded(database.pool, { referral_code: code, record_version: 2 })
  expect((await withdrawer.withdraw()).body.code).toBe('ACCOUNT_DIFFERS')
  const mark = /MARK: (\w+)/.exec(await operate(server().dataDir, ['accounts', 'show', user]))?.[1] ?? ''
  await operate(server().dataDir, ['accounts', 'accept', user, mark, '--reason', 'a test'])
  expect(await codeOf(user)).toBe(code)
  expect(await codeOf(other.id)).not.toBe(code)
  expect(await operate(server().dataDir, ['accounts'])).not.toContain(user)
  await database.pool.query('delete from users where id = $1', [other.id])
})
