/** Rows that another program has added to an account, and which no date and no single row can show. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { createSecuredAccount } from '../../fixtures/secured-account.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)
const PASSWORD = 'correct horse'
const MAX = '9223372036854775807'

const login = async (email: string): Promise<string> => {
  const body = { email, password: PASSWORD }
  return (await server().request<Tokens & ErrorBody>('POST', api.login.path, { body })).body.code ?? 'signed in'
}
const idOf = async (access: string): Promise<string> =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body.uuid

async function accept(user: string): Promise<void> {
  const mark = /MARK: (\w+)/.exec(await operate(server().dataDir, ['accounts', 'show', user]))?.[1] ?? ''
  await operate(server().dataDir, ['accounts', 'accept', user, mark, '--reason', 'The owner wrote.'])
}

const address = (created: string, active: string) =>
  `insert into address_book (user_id, network_id, label, address, created_at, active_at)
   values ($1, 1, 'x', '0x1', ${created}, ${active})`

test.each([
  ['an address that is usable after the end of all dates', address('0', MAX), 'signed in'],
  ['an address that was saved after the end of all dates', address(MAX, '0'), 'signed in'],
  [
    'a second factor that is on since the end of all dates',
    `insert into two_factors (user_id, secret, enabled_at) values ($1, '\\x00', ${MAX})`,
    'INVALID_CREDENTIALS',
  ],
  [
    'two second factors',
    `insert into two_factors (user_id, secret, enabled_at) select $1, '\\x00', n from generate_series(1, 2) n`,
    'INVALID_CREDENTIALS',
  ],
])('An account that another program gave %s can be accepted by an operator', async (_, insert, answer) => {
  await database().pool.query('alter table two_factors drop constraint if exists two_factors_pkey')
  const email = `${randomUUID()}@example.com`
  const { access } = await server().signUp(email, PASSWORD)
  const user = await idOf(access)
  await database().pool.query(insert, [user])
  expect(await login(email)).toBe('ACCOUNT_DIFFERS')
  await accept(user)
  // A password that was stored beside secrets of another program is removed.
  expect(await login(email)).toBe(answer)
})

test('A user whose second factor is stored twice is asked for a code', async () => {
  const { email, tokens } = await createSecuredAccount(server())
  await database().pool.query('alter table two_factors drop constraint if exists two_factors_pkey')
  const user = await idOf(tokens.access)
  await database().pool.query('insert into two_factors select * from two_factors where user_id = $1', [user])
  expect(await login(email)).toBe('2FA_REQUIRED')
})
