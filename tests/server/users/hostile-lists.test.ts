/** Rows of a user's lists that another program has changed: the lists are answered all the same. */

import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)
const sql = (text: string, ...values: unknown[]) => database().pool.query(text, values)

async function newUser() {
  const { access } = await server().signUp()
  const { body } = await server().request<ProfileView>('GET', api.profile.path, { access })
  return { access, user: body.uuid, code: body.referral_code }
}
const statusOf = async (path: string, access: string): Promise<number> =>
  (await server().request('GET', path, { access })).status

test.each(['9e37', '-9e37'])(
  'The history is answered although rows say that twice %s of a coin are about to arrive',
  async (raw) => {
    const { access, user } = await newUser()
    await sql(
      `insert into incoming (uuid, stream, txid, part, network_id, journal_id, height, block_hash, address, user_id, currency_id,
       raw, amount, state, seen_at, updated_at)
     select gen_random_uuid(), 'other', $1 || n, 0, 1, id, 0, '', '', $1::uuid, 1, 1, $2::numeric, 'seen', 0, 0
     from journal_identity, generate_series(1, 2) n`,
      user,
      raw,
    )
    expect(await statusOf(api.transactions.path, access)).toBe(200)
  },
)

test('The notifications are answered although the values of one were removed that had none', async () => {
  const { access, user, code } = await newUser()
  await server().request('POST', api.register.path, {
    body: { email: `${user}@example.com`, password: 'correct horse', referrer_uid: code },
  })
  await expect.poll(async () => (await sql('select from notifications where user_id = $1', user)).rowCount).toBe(1)
  await sql(`update notifications set params = 'null' where user_id = $1`, user)
  expect(await statusOf(api.notificationList.path, access)).toBe(200)
})
