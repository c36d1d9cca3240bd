/** Rows of another program with the ids that the next saved addresses, appeals, logins and play wallets would get. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LoginHistoryPage, ProfileView } from '../../../src/contract/account/views.ts'
import { api, EARN_BASE } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { walletKey } from '../../../src/server/play-chain/play-keys.ts'
import { tonWalletKey } from '../../../src/server/play-ton/ton-keys.ts'
import { listTestNetwork } from '../../fixtures/listed-network.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer, DESTINATION } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

/** Rows with the next numbers of a sequence, as `values` selects them from `n` and the accounts `owner` of the thief. */
const takeIds = (table: string, columns: string, values: string) =>
  database().pool.query(
    `insert into ${table} (${columns}) overriding system value
     select ${values} from (select id from users where email = 'thief@example.com') owner, generate_series(1, 500) n
     on conflict do nothing`,
  )
const newUser = async (email = `${randomUUID()}@example.com`) => {
  const { access } = await server().signUp(email, 'correct horse')
  const { body } = await server().request<ProfileView>('GET', api.profile.path, { access })
  return { email, access, user: body.uuid as UserId }
}
/** Once for all tests. */
let thief: ReturnType<typeof newUser> | undefined
const thiefExists = () => (thief ??= newUser('thief@example.com'))

test('A user saves addresses, which are listed in their order, although the next ids of saved addresses are taken', async () => {
  await thiefExists()
  await listTestNetwork(server().exchange.sequencer)
  const withdrawer = await createWithdrawer(server())
  await takeIds(
    'address_book',
    'id, user_id, network_id, label, address, created_at, active_at',
    `n, owner.id, 1, 'x', n::text, 0, 0`,
  )
  const labels = ['one', 'two', 'three', 'four']
  for (const [index, label] of labels.entries()) {
    const address = index === 0 ? DESTINATION : `0x${`b${index}`.repeat(20)}`
    expect((await withdrawer.saveAddress({ label, address })).status).toBe(201)
    await withdrawer.wait(60_000)
  }
  expect((await withdrawer.book()).addresses.map(({ label }) => label)).toEqual(labels)
})

test('A user appeals, and the last appeal is shown, although the next ids of appeals are taken', async () => {
  await thiefExists()
  const { access, user } = await newUser()
  await operate(server().dataDir, ['standing', user, '--set', 'limited', '--reason', 'Many friends.'])
  await takeIds(
    'reward_appeals',
    'id, user_id, text, sent_at, answered_at, answer, operator, mac',
    `n, owner.id, 'x', 0, 1, 'x', 'x', ''`,
  )
  const appeal = (text: string) =>
    server()
      .request('POST', EARN_BASE + api.appeal.path, { access, body: { text } })
      .then(({ status }) => status)
  for (const text of ['first', 'second', 'third', 'last']) {
    server().advanceClock(1)
    expect(await appeal(text)).toBe(200)
    expect(await appeal(text)).toBe(409)
    const listed = await operate(server().dataDir, ['appeals'])
    const [, id = ''] = new RegExp(`(\\d+)  ${user}`).exec(listed) ?? []
    const answer = ['appeals', 'answer', id, '--set', 'limited', '--answer', `No to ${text}.`, '--reason', 'a class']
    await operate(server().dataDir, answer)
  }
  const { rows } = await database().pool.query('select text from reward_appeals where user_id = $1 order by sent_at', [
    user,
  ])
  expect(rows.map(({ text }) => text)).toEqual(['first', 'second', 'third', 'last'])
})

test('Logins are in the login history, newest first, although the next ids of the history are taken', async () => {
  await thiefExists()
  const { email, access } = await newUser()
  await takeIds(
    'login_attempts',
    'id, user_id, at, login_method, device, ip_masked, outcome',
    `n, owner.id, ${server().now()}, 'email', '', '', 'signed_in'`,
  )
  const passwords = ['wrong horse', 'correct horse', 'wrong horse', 'wrong horse', 'correct horse']
  for (const password of passwords) {
    server().advanceClock(1)
    await server().request<Tokens>('POST', api.login.path, { body: { email, password } })
  }
  const { body } = await server().request<LoginHistoryPage>('GET', api.loginHistory.path, { access })
  const outcomes = passwords.map((password) => (password === 'correct horse' ? 'signed_in' : 'wrong_password'))
  expect(body.entries.map(({ outcome }) => outcome).slice(0, 5)).toEqual(outcomes.toReversed())
})

test('A user gets play wallets although the next numbers of play wallets are taken', async () => {
  const { user } = await newUser()
  // Each is of another user.
  for (let count = 0; count < 3; count++) await newUser()
  const takeNumbers = (table: string, column: string) =>
    database().pool.query(
      `insert into ${table} (number, user_id, ${column}, address) overriding system value
       select row_number() over (), id, decode(repeat('11', 32), 'hex'), id::text from users where id <> $1`,
      [user],
    )
  await takeNumbers('play_wallets', 'private_key')
  await takeNumbers('play_ton_wallets', 'seed')
  expect((await walletKey(database(), user)).address).toMatch(/^0x/)
  expect((await tonWalletKey(database(), user)).address).toMatch(/^0:/)
})
