/** A database whose owner replaced a table by a view that hides the row of one user from some queries. */

import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { accountOf } from '../../../src/engine/exchange.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

const PASSWORD = 'correct horse'
const freezesOf = (user: UserId) =>
  server().exchange.sequencer.read((state) => accountOf(state, user)?.freezes.map(({ origin }) => origin))

/** Queries by email still find the row, queries by id do not. */
const hideFromQueriesById = async (user: UserId) => {
  await database().pool.query('alter table users rename to all_users')
  await database().pool.query(`create view users as select * from all_users
    where id <> '${user}' or current_query() !~ 'id = \\$1'`)
}

async function showAgain() {
  await database().pool.query('drop view users')
  await database().pool.query('alter table all_users rename to users')
}

test.each([
  [
    'A login',
    (email: string) => server().request<ErrorBody>('POST', api.login.path, { body: { email, password: PASSWORD } }),
  ],
  [
    'A change of the password',
    (_email: string, access: string) =>
      server().request<ErrorBody>('POST', api.setPassword.path, {
        body: { password: 'battery staple', current_password: PASSWORD },
        access,
      }),
  ],
] as const)('%s of an account with 2FA is refused if the database hides its row', async (_what, tryIt) => {
  const { user, account, access } = await createWithdrawer(server())
  const token = access()
  expect((await server().request<ProfileView>('GET', api.profile.path, { access: token })).status).toBe(200)
  await hideFromQueriesById(user)
  try {
    expect((await tryIt(account.email, token)).body.code).toBe('ACCOUNT_DIFFERS')
  } finally {
    await showAgain()
  }
  expect(await freezesOf(user)).toEqual(['integrity'])
})
