/** Signals of linked accounts: what they set, what they never do, and the appeal against them. */

import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { RewardStanding } from '../../../src/contract/earn/views.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { heldFriendsOf, rewardsOf } from '../../../src/engine/exchange.ts'
import { type MarkKind, markMac } from '../../../src/server/earn/account-marks.ts'
import { type Appeals, openAppeals } from '../../../src/server/earn/appeals.ts'
import {
  type LinkedAccounts,
  type LinkedAccountsDeps,
  openLinkedAccounts,
} from '../../../src/server/earn/linked-accounts.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { openForgedRows } from '../../../src/server/runtime/forged-rows.ts'
import { openRecordKey } from '../../../src/server/secrets/record-key.ts'
import { decode } from '../../../src/server/sequencer/command-codec.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { xpBalance } from '../../fixtures/parallel-claims.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { insertRegistered, insertUnrecorded, serverKey } from '../../fixtures/stored-accounts.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
const HOUR = 60 * 60 * 1_000
let database: Database
let appeals: Appeals
beforeAll(async () => {
  database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  appeals = openAppeals({
    database,
    sequencer: server().exchange.sequencer,
    clock: { now: server().now },
    forged: openForgedRows(quiet),
    key: await serverKey(database.pool, 'account marks'),
  })
})
afterAll(() => database?.close())

let lastAddress = 0
const newAddress = (): string => `10.${(++lastAddress >> 8) & 255}.${lastAddress & 255}.1`
const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie !== '' && { cookie }) })

const standingOf = (user: UserId): Promise<{ state: RewardStanding; reason: string }> =>
  server().exchange.sequencer.read((state) => rewardsOf(state, user).standing)

/** Registers accounts one after the other in one browser, each from another address. */
async function accountsOnOneDevice(count: number): Promise<Earner[]> {
  const users: Earner[] = []
  let cookie = ''
  for (let index = 0; index < count; index++) {
    const headers = from(newAddress(), cookie)
    const email = `${randomUUID()}@example.com`
    const body = { email, password: 'correct horse' }
    const reply = await server().request('POST', api.register.path, { body, headers })
    cookie = /^[^;]*/.exec(reply.headers.get('set-cookie') ?? '')?.[0] ?? cookie
    users.push(await createEarner(server(), { email, isRegistered: true, headers: from(newAddress(), cookie) }))
  }
  return users
}

test('Five accounts on one device earn at most what three accounts earn', async () => {
  const users = await accountsOnOneDevice(5)
  const received: number[] = []
  const refusals: (string | undefined)[] = []
  for (const user of users) {
    await user.wait(0)
    refusals.push((await user.ask('claimDaily')).body.code)
    await user.ask('startMining')
    await user.ask('completeTask', { task_id: 3, answers: [1, 1, 0] })
    await user.wait(8 * HOUR)
    await user.ask('endMining')
    received.push(await xpBalance(server(), user))
  }
  const each = 10 + 96 + 50
  expect(received).toEqual([each, each, each, 0, 0])
  expect(refusals).toEqual([undefined, undefined, undefined, 'REWARD_STANDING', 'REWARD_STANDING'])
})

test('The reason of a standing is shown in the profile and in every refusal', async () => {
  const last = (await accountsOnOneDevice(4)).at(-1) as Earner
  const { status, body } = await last.ask('startMining')
  expect([status, body.code]).toEqual([403, 'REWARD_STANDING'])
  expect(body.detail).toBe('Several accounts are used on your device. Only the first three earn rewards.')
  const { standing } = await last.get('earnProfile')
  expect(standing).toEqual({ state: 'limited', reason: body.detail, appeal: null })
})

test('More than 20 new accounts from one address block in a day are under review, and the first 20 are not', async () => {
  const address = newAddress()
  const users: Earner[] = []
  for (let count = 0; count < 22; count++) {
    users.push(await createEarner(server(), { headers: from(address) }))
    server().advanceClock(3_000)
  }
  const states: RewardStanding[] = []
  for (const user of users) {
    await user.ask('claimDaily')
    states.push((await standingOf(user.user)).state)
  }
  expect(states).toEqual([...Array.from({ length: 20 }, () => 'ok'), 'under_review', 'under_review'])
})

test('Accounts from a loopback address are not counted: an undeclared proxy shows all clients there', async () => {
  const users: Earner[] = []
  for (let count = 0; count < 22; count++) {
    users.push(await createEarner(server()))
    server().advanceClock(3_000)
  }
  await users.at(-1)?.ask('claimDaily')
  expect((await standingOf(users.at(-1)?.user as UserId)).state).toBe('ok')
})

test('31 sign-ups with a code in an hour hold back only what the referrer would receive for these friends', async () => {
  const ann = await createEarner(server(), { headers: from(newAddress()) })
  const heldFriends = () => server().exchange.sequencer.read((state) => heldFriendsOf(state, ann.user).length)
  const old = await createEarner(server(), { referrer: ann, headers: from(newAddress()) })
  server().advanceClock(2 * HOUR)
  await ann.wait(0)
  for (let count = 0; count < 30; count++) await createEarner(server(), { referrer: ann, headers: from(newAddress()) })
  expect(await heldFriends()).toBe(0)
  const last = await createEarner(server(), { referrer: ann, headers: from(newAddress()) })
  await eventually(async () => (await heldFriends()) === 31)
  expect((await standingOf(ann.user)).state).toBe('ok')
  expect([(await ann.ask('claimDaily')).status, (await last.ask('claimDaily')).status]).toEqual([200, 200])
  const release = {
    type: 'hold-friends',
    referrer: ann.user,
    friends: [last.user, old.user],
    held: false,
    operator: 'ann',
    reason: 'real people',
  } as const
  await server().exchange.sequencer.submit(release, () => undefined)
  await last.wait(11 * 60 * 1_000)
  await last.ask('claimDaily')
  expect(await heldFriends()).toBe(30)
})

test('Rows of users that nobody registered hold back no friends', async () => {
  const ann = await createEarner(server(), { headers: from(newAddress()) })
  const created_at = server().now()
  const forged = await Promise.all(
    Array.from({ length: 31 }, () => insertUnrecorded(database.pool, { created_at, referrer: ann.user })),
  )
  const friend = await createEarner(server(), { referrer: ann, headers: from(newAddress()) })
  await linkedAccountsWith({}).check(friend.user, { address: newAddress(), tokens: [] })
  expect(await server().exchange.sequencer.read((state) => heldFriendsOf(state, ann.user))).toEqual([])
  await database.pool.query('delete from users where id = any($1)', [forged.map(({ id }) => id)])
})

test('More new accounts in a day from a /24, /56 or /48 than a network has are under review', async () => {
  const key = await markKey()
  const copy = async (user_id: UserId, of: UserId, kind: MarkKind) => {
    const first_seen = server().now()
    const { rows } = await database.pool.query<{ hash: Buffer }>(
      'select hash from account_marks where user_id = $1 and kind = $2',
      [of, kind],
    )
    for (const { hash } of rows)
      await database.pool.query(
        `insert into account_marks (user_id, kind, hash, first_seen, mac, last_seen) values ($1, $2, $3, $4, $5, $4)`,
        [user_id, kind, hash, first_seen, markMac(key, { user_id, kind, hash, first_seen })],
      )
  }
  for (const [address, kind, most] of [
    ['203.0.113.9', 'ipv4_24', 100],
    ['2001:db8:1:ff01::1', 'ipv6_56', 60],
    ['2001:db8:2:ff01::1', 'ipv6_48', 200],
  ] as const) {
    const first = await createEarner(server(), { headers: from(address) })
    await first.ask('claimDaily')
    for (const user of await newUsers(most - 2)) await copy(user, first.user, kind)
    const states: RewardStanding[] = []
    for (const neighbour of ['7', '8', '6'].map((end) =>
      address.replace(/\.9$/, `.${end}`).replace(/01::1$/, `0${end}::1`),
    )) {
      server().advanceClock(1_000)
      const user = await createEarner(server(), { headers: from(neighbour) })
      await user.ask('claimDaily')
      states.push((await standingOf(user.user)).state)
    }
    expect([kind, states]).toEqual([kind, ['ok', 'under_review', 'under_review']])
  }
})

/** Of the server under test. */
const markKey = async (): Promise<Buffer> =>
  (await openRecordKey(database.pool, { dataDir: '', secretKey: TEST_SECRET_KEY })).deriveKey('account marks')

/** Rows of accounts that registered now, without sessions. */
async function newUsers(count: number): Promise<readonly UserId[]> {
  const created_at = server().now()
  const users = Array.from({ length: count }, () =>
    insertRegistered(database.pool, { created_at, telegram_id: randomInt(1, 2 ** 40) }),
  )
  return (await Promise.all(users)).map(({ id }) => id)
}

/** An operator answers the user's appeal. */
async function answer(earner: Earner, standing: RewardStanding, reason = '') {
  await earner.ask('appeal', { text: 'I am one person.' })
  const appeal = (await appeals.list()).find(({ user_id }) => user_id === earner.user)
  return appeals.answer({ id: appeal?.id ?? 0, answer: 'We looked.', standing, reason, operator: 'ann' })
}

test('What accrued before a standing is still paid, and what an operator decides is not changed by the same signal', async () => {
  const last = (await accountsOnOneDevice(4)).at(-1) as Earner
  await last.ask('claimDaily')
  expect((await standingOf(last.user)).state).toBe('limited')
  expect(await answer(last, 'ok')).toBeUndefined()
  await last.wait(HOUR)
  expect((await last.ask('claimDaily')).status).toBe(200)
  expect((await standingOf(last.user)).state).toBe('ok')
  await last.get('startMining')
  const command = {
    type: 'set-reward-standing',
    user: last.user,
    standing: 'limited',
    reason: 'x',
    operator: 'ann',
  } as const
  await server().exchange.sequencer.submit(command, () => undefined)
  await last.wait(8 * HOUR)
  expect(await last.get('endMining')).toMatchObject({ reward: 96 })
})

test('An appeal needs a standing that is not ok, is open once, and shows the answer', async () => {
  const ann = await createEarner(server(), { headers: from(newAddress()) })
  const send = () => ann.ask('appeal', { text: '  I share my phone. ' })
  expect((await send()).body.code).toBe('APPEAL_NOT_NEEDED')
  const command = {
    type: 'set-reward-standing',
    user: ann.user,
    standing: 'limited',
    reason: 'Linked.',
    operator: 'ann',
  } as const
  await server().exchange.sequencer.submit(command, () => undefined)
  expect((await ann.ask('appeal', { text: 'I share\0my phone.' })).status).toBe(422)
  expect((await ann.ask('appeal', { text: 'half a character \ud83d' })).status).toBeLessThan(500)
  await appeals.answer({
    id: (await appeals.list()).at(-1)?.id ?? 0,
    answer: 'x',
    standing: 'limited',
    reason: 'Linked.',
    operator: 'ann',
  })
  const replies = await Promise.all(Array.from({ length: 5 }, send))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  const { standing } = await ann.get('earnProfile')
  expect(standing.appeal).toMatchObject({ text: 'I share my phone.', answer: null, answered_at: null })
  expect(await answer(ann, 'under_review', 'We need a document.')).toBeUndefined()
  const answered = (await ann.get('earnProfile')).standing
  expect(answered).toMatchObject({
    state: 'under_review',
    reason: 'We need a document.',
    appeal: { answer: 'We looked.' },
  })
  expect(await appeals.answer({ id: 999_999, answer: 'x', standing: 'ok', reason: '', operator: 'ann' })).toMatchObject(
    {
      code: 'INVALID_REQUEST',
    },
  )
})

/** Judges without a request. */
const linkedAccountsWith = (parts: Partial<LinkedAccountsDeps>): LinkedAccounts =>
  openLinkedAccounts({
    database,
    sequencer: server().exchange.sequencer,
    clock: { now: server().now, confirmedNow: () => undefined },
    log: quiet,
    forged: openForgedRows(quiet),
    deviceIds: async () => [],
    key: Buffer.alloc(32),
    areOn: true,
    ...parts,
  })

test('A signal whose command was not committed is applied by the next request', async () => {
  const users = await accountsOnOneDevice(3)
  const { user } = await createEarner(server(), { headers: from(newAddress()) })
  const { sequencer } = server().exchange
  let isFailing = true
  const { check } = linkedAccountsWith({
    deviceIds: async () => ['shared'],
    sequencer: {
      read: (select) => sequencer.read(select),
      submit: (command, select) =>
        isFailing ? Promise.reject(new Error('planted')) : sequencer.submit(command, select),
    },
  })
  const device = { address: newAddress(), tokens: [] }
  for (const each of users) await check(each.user, device)
  server().advanceClock(1_000)
  await expect(check(user, device)).rejects.toThrow('planted')
  expect((await standingOf(user)).state).toBe('ok')
  isFailing = false
  await check(user, device)
  expect((await standingOf(user)).state).toBe('limited')
})

test('Marks that another program wrote or changed link no accounts, and are counted', async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => createEarner(server(), { headers: from(newAddress()) })))
  const forged = openForgedRows(quiet)
  const { check } = linkedAccountsWith({ deviceIds: async () => ['of ann'], forged })
  const device = { address: newAddress(), tokens: [] }
  await check(ann?.user as UserId, device)
  for (const { user } of await accountsOnOneDevice(3))
    await database.pool.query(
      `insert into account_marks (user_id, kind, hash, first_seen, mac, last_seen)
       select $1, kind, hash, first_seen - 1, mac, last_seen from account_marks where user_id = $2 and kind = 'device'
       on conflict do nothing`,
      [user, ann?.user],
    )
  server().advanceClock(20 * 60 * 1_000)
  await check(ann?.user as UserId, device)
  expect([(await standingOf(ann?.user as UserId)).state, forged.count >= 3]).toEqual(['ok', true])

  // The fourth account on a device says that it was the first one.
  const onDevice = linkedAccountsWith({ deviceIds: async () => ['of bob'] })
  for (const { user } of await accountsOnOneDevice(3)) await onDevice.check(user, device)
  await database.pool.query(
    `insert into account_marks (user_id, kind, hash, first_seen, mac, last_seen)
     select distinct on (kind) $1::uuid, kind, hash, 1, mac, last_seen from account_marks where hash = $2`,
    [bob?.user, createHmac('sha256', Buffer.alloc(32)).update('device of bob').digest()],
  )
  server().advanceClock(1_000)
  await onDevice.check(bob?.user as UserId, device)
  expect((await standingOf(bob?.user as UserId)).state).toBe('limited')
})

test('Two requests of an account are checked one after the other', async () => {
  const { user } = await createEarner(server(), { headers: from(newAddress()) })
  const statements: string[] = []
  const pool = {
    query(text: string, values: unknown[]) {
      statements.push(text)
      return database.pool.query(text, values)
    },
  } as unknown as Database['pool']
  const { check } = linkedAccountsWith({ database: { pool } })
  await Promise.all([newAddress(), newAddress()].map((address) => check(user, { address, tokens: [] })))
  const ofOne = statements.slice(0, statements.length / 2)
  expect(new Set(ofOne).size).toBe(ofOne.length)
  expect(statements).toEqual([...ofOne, ...ofOne])
})

test('The first accounts of a device keep their order as long as they are used', async () => {
  const users = await accountsOnOneDevice(4)
  for (let month = 0; month < 9; month++) {
    server().advanceClock(30 * 24 * HOUR)
    for (const user of users.toReversed()) {
      await user.wait(1_000)
      await user.ask('claimDaily')
    }
  }
  const states = await Promise.all(users.map(async ({ user }) => (await standingOf(user)).state))
  expect(states).toEqual(['ok', 'ok', 'ok', 'limited'])
})

test('The journal contains no device id and no address', async () => {
  const { rows } = await database.pool.query<{ payload: Buffer; format: number }>('select payload, format from journal')
  const commands = rows.flatMap(({ payload, format }) => decode(format, payload)).map(([, command]) => command)
  const signals = commands.filter((command) => command.type === 'apply-signal')
  expect(signals.length).toBeGreaterThan(3)
  for (const { signal, ...command } of signals) {
    expect(Object.keys(command).toSorted()).toEqual(['reason', 'standing', 'type', 'user'])
    expect(signal).toMatch(/^(device|address|ipv4_24|ipv6_56|ipv6_48):[0-9a-f]{32}$/)
  }
  expect(JSON.stringify(commands, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /10\.\d+\.\d+\.1\b/,
  )
  const marks = await database.pool.query(
    'select distinct kind, octet_length(hash) as bytes from account_marks order by 1',
  )
  expect(marks.rows).toEqual([
    { kind: 'address', bytes: 32 },
    { kind: 'device', bytes: 32 },
    { kind: 'ipv4_24', bytes: 32 },
  ])
})
