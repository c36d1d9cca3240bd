/** Notifications of the whole server: when each kind is created, settings, the list, and reading it. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { RewardParameters } from '../../../src/contract/earn/parameters.ts'
import type { TaskDefinition } from '../../../src/contract/earn/tasks.ts'
import { XP } from '../../../src/contract/earn/xp.ts'
import type { TaskId, UserId } from '../../../src/contract/ids.ts'
import type { NotificationsBody } from '../../../src/contract/notifications/calls.ts'
import type {
  NotificationsPage,
  NotificationsView,
  NotificationView,
  UnreadView,
} from '../../../src/contract/notifications/views.ts'
import type { Answer, Command } from '../../../src/engine/exchange.ts'
import { openNotificationQueue } from '../../../src/server/notifications/queue.ts'
import { openNotificationStore } from '../../../src/server/notifications/store.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { ALL_OFF } from '../../fixtures/fake-telegram.ts'
import { rowsOf } from '../../fixtures/own-notifications.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { serverKey } from '../../fixtures/stored-accounts.ts'
import { testClock } from '../../fixtures/test-clock.ts'
import { startTestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'
import { openTestNetwork } from '../../fixtures/test-network.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DOGE = 7
const PASSWORD = 'correct horse'
const BY = { operator: 'ann', reason: 'a test' }
const PARAMETERS: RewardParameters = {
  miningRatePerHour: 11,
  miningMillis: 8 * HOUR,
  dailyWheel: [1, 2, 3, 4, 5, 6, 7],
  friendBonus: 500,
  dailyCap: 1_000_000,
  userDailyCap: 10_000,
  tiers: [{ minActiveFriends: 0, share: 200_000 }],
  levels: [0, 1_000],
}

const databases = await startTestDatabases()
let server = await open(await databases.newDatabaseUrl())
const database: Database = await openDatabase({ dataDir: '', databaseUrl: server.databaseUrl, log: quiet })
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await databases?.stop()
})

async function open(databaseUrl: string): Promise<TestServer> {
  const opened = await startTestServer(databaseUrl)
  const { sequencer } = opened.exchange
  for (const command of [
    { type: 'list-currency', ...BY_TEST, currency: XP },
    { type: 'set-reward-parameters', parameters: PARAMETERS, ...BY },
    { type: 'fund-rewards', amount: 1_000_000, ...BY },
  ] as const)
    await sequencer.submit(command, () => undefined)
  return opened
}

/** Restarts the server on the same database `later` milliseconds later. */
async function restart(later = 0): Promise<void> {
  const ahead = server.now() - Date.now() + later
  await server.exchange.stop()
  server = await open(server.databaseUrl)
  server.advanceClock(ahead)
}

type User = { readonly id: UserId; readonly email: string; readonly code: string }
let user: User
beforeEach(async () => {
  // The next day (UTC), at noon: the kinds that are limited to one per day do not affect other tests.
  server.advanceClock(DAY - ((server.now() - DAY / 2) % DAY))
  user = await newUser()
})

async function newUser(referrer_uid?: string): Promise<User> {
  const email = `${randomUUID()}@example.com`
  const body = { email, password: PASSWORD, referrer_uid }
  const { access } = (await server.request<Tokens>('POST', api.register.path, { body })).body
  const profile = (await server.request<ProfileView>('GET', api.profile.path, { access })).body
  // The logins of these tests are not what they are about.
  await server.request('POST', api.setNotifications.path, { body: { in_app: { sign_in: false } }, access })
  return { id: profile.uuid as UserId, email, code: profile.referral_code }
}

/** A new login: access tokens expire when the clock advances. */
const accessOf = async ({ email }: User): Promise<string> =>
  (await server.request<Tokens>('POST', api.login.path, { body: { email, password: PASSWORD } })).body.access

async function submit(command: Command): Promise<Answer> {
  const answer = await server.exchange.sequencer.submit(command, (_state, outcome) => outcome.answer)
  expect(answer.type).not.toBe('refused')
  return answer
}

const list = async (of = user, query = ''): Promise<NotificationsPage> =>
  (
    await server.request<NotificationsPage>('GET', `${api.notificationList.path}${query}`, {
      access: await accessOf(of),
    })
  ).body
const listed = async (of = user): Promise<readonly NotificationView[]> => (await list(of)).notifications
const kindsOf = async (of = user): Promise<readonly string[]> => (await listed(of)).map(({ kind }) => kind)

const set = async (body: NotificationsBody, of = user) =>
  server.request<NotificationsView>('POST', api.setNotifications.path, { body, access: await accessOf(of) })

/** Everything that is due now is stored: a reminder of another user that is due later than all others is listed. */
async function remindersDone(): Promise<void> {
  const last = await newUser()
  await submit({ type: 'set-reward-parameters', parameters: { ...PARAMETERS, miningMillis: 1 }, ...BY })
  await submit({ type: 'start-mining', user: last.id })
  await submit({ type: 'set-reward-parameters', parameters: PARAMETERS, ...BY })
  server.advanceClock(10_000)
  await eventually(async () => (await kindsOf(last)).length > 0)
}

const task = (more: Partial<TaskDefinition> = {}): TaskDefinition => ({
  id: Math.floor(Math.random() * 900_000 + 1) as TaskId,
  kind: 'convert',
  group: 'trade',
  title: 'Convert a coin',
  description: '',
  reward: 150,
  target: 1,
  after: null,
  opensAt: null,
  closesAt: null,
  maxClaims: null,
  position: 0,
  link: null,
  channel: null,
  code: null,
  questions: [],
  ...more,
})

test('A finished mining run is notified in the app once, with what can be claimed', async () => {
  await submit({ type: 'start-mining', user: user.id })
  server.advanceClock(8 * HOUR - 10_000)
  await remindersDone()
  expect(await kindsOf()).toEqual([])
  server.advanceClock(10_000)
  await remindersDone()
  expect(await list()).toEqual({
    notifications: [
      {
        id: expect.any(Number),
        kind: 'mining_finished',
        title: 'Mining finished',
        text: 'Claim 88 XP and start the next run.',
        link: '/earn',
        pair_id: null,
        at: expect.stringMatching(/Z$/),
        read: false,
      },
    ],
    next: false,
    unread: 1,
  })
  server.advanceClock(HOUR)
  await remindersDone()
  expect(await kindsOf()).toEqual(['mining_finished'])
})

test('A mining run that was claimed early is not notified, and the next run is', async () => {
  await submit({ type: 'start-mining', user: user.id })
  server.advanceClock(HOUR)
  await submit({ type: 'end-mining', user: user.id, startedAt: null })
  server.advanceClock(7 * HOUR)
  await remindersDone()
  expect(await kindsOf()).toEqual([])
  await submit({ type: 'start-mining', user: user.id })
  server.advanceClock(8 * HOUR)
  await remindersDone()
  expect(await kindsOf()).toEqual(['mining_finished'])
})

test('A run that ends while the server is stopped is notified at the start, and once over several starts', async () => {
  await submit({ type: 'start-mining', user: user.id })
  await restart(9 * HOUR)
  await eventually(async () => (await kindsOf()).length > 0)
  await restart()
  await remindersDone()
  expect(await kindsOf()).toEqual(['mining_finished'])
})

test('A streak is notified six hours before it ends, unless the reward is claimed before', async () => {
  const other = await newUser()
  for (const { id } of [user, other]) await submit({ type: 'claim-daily', user: id })
  server.advanceClock(25 * HOUR)
  await submit({ type: 'claim-daily', user: other.id })
  server.advanceClock(17 * HOUR)
  await remindersDone()
  const [warning] = await listed()
  expect(warning).toMatchObject({ kind: 'streak_at_risk', title: 'Keep your streak', link: '/earn' })
  expect(warning?.text).toMatch(
    /^Claim today's reward by \d{4}-\d\d-\d\d \d\d:\d\d UTC to continue your 1-day streak\.$/,
  )
  expect(await kindsOf(other)).toEqual([])
  server.advanceClock(25 * HOUR)
  await remindersDone()
  expect([(await kindsOf()).length, (await listed(other)).map(({ text }) => text)]).toEqual([
    1,
    [expect.stringContaining('2-day streak')],
  ])
})

test('A streak that ended while the server was stopped is not notified', async () => {
  await submit({ type: 'claim-daily', user: user.id })
  await restart(49 * HOUR)
  await remindersDone()
  expect(await kindsOf()).toEqual([])
})

test('A credited deposit and a paid withdrawal are notified once each, with their amounts', async () => {
  const network = await openTestNetwork(submit)
  await network.credit(user.id, 25_000_000n)
  await network.credit(user.id, 1n)
  const payment = await network.pay(await network.withdraw(user.id, '10', 'one'))
  for (const txid of ['0x1', '0x1']) await submit({ type: 'settle-payment', payment: payment.id, txid, gas: 1n })
  await eventually(async () => (await kindsOf()).length > 1)
  await remindersDone()
  expect((await listed()).map(({ kind, text, link }) => [kind, text, link])).toEqual([
    [
      'withdrawal_sent',
      "9.5 USDT arrived at 0xaaaaaa…aaaaaa. If this wasn't you, contact support right away.",
      '/history?type=withdrawal',
    ],
    ['deposit_received', '25 USDT is in your balance.', '/history'],
  ])
})

test('A referrer is notified of one friend per day', async () => {
  const [first, second] = [await newUser(user.code), await newUser(user.code)]
  await eventually(async () => (await kindsOf()).length > 0)
  await remindersDone()
  expect(await listed()).toEqual([expect.objectContaining({ kind: 'friend_joined', link: '/frens' })])
  for (const friend of [first, second]) {
    expect(JSON.stringify(await listed())).not.toContain(friend.id)
    expect(JSON.stringify(await listed())).not.toContain(friend.email)
  }
  server.advanceClock(DAY)
  await newUser(user.code)
  await eventually(async () => (await kindsOf()).length > 1)
  expect(await kindsOf()).toEqual(['friend_joined', 'friend_joined'])
})

test('A new task is notified to the users who want that, once it is open, and not if it is retired before', async () => {
  const [wants, later] = [await newUser(), await newUser()]
  for (const each of [wants, later]) await set({ in_app: { new_task: true } }, each)
  await submit({ type: 'set-task', task: task(), ...BY })
  await eventually(async () => (await kindsOf(wants)).length > 0)
  expect(await listed(wants)).toEqual([
    expect.objectContaining({ kind: 'new_task', text: 'Convert a coin: earn 150 XP.', link: '/earn' }),
  ])
  expect(await kindsOf()).toEqual([])

  server.advanceClock(DAY)
  const [opening, retired] = [task({ opensAt: server.now() + HOUR }), task({ opensAt: server.now() + 2 * HOUR })]
  for (const each of [opening, retired]) await submit({ type: 'set-task', task: each, ...BY })
  await submit({ type: 'set-task', task: { ...opening, title: 'Convert two coins' }, ...BY })
  await submit({ type: 'retire-task', task: retired.id, ...BY })
  await restart()
  await remindersDone()
  expect(await kindsOf(later)).toEqual(['new_task'])
  server.advanceClock(HOUR)
  await remindersDone()
  expect((await listed(later)).map(({ text }) => text)).toEqual([
    'Convert two coins: earn 150 XP.',
    'Convert a coin: earn 150 XP.',
  ])
  server.advanceClock(DAY)
  await remindersDone()
  expect(await kindsOf(later)).toHaveLength(2)
})

test('Filled orders and logins on a new device are notified in the app, unless they are turned off', async () => {
  await set({ in_app: { sign_in: true } })
  const access = await accessOf(user)
  const other = await newUser()
  await set({ in_app: { order_filled: false } }, other)
  await server.placeSellOrder(DOGE, '0.1', '200')
  for (const each of [access, await accessOf(other)]) {
    const body = {
      client_order_id: randomUUID(),
      pair_id: DOGE,
      side: 'buy',
      type: 'limit',
      price: '0.1',
      volume: '100',
    }
    expect((await server.request('POST', api.placeOrder.path, { body, access: each })).status).toBe(200)
  }
  await eventually(async () => (await kindsOf()).includes('order_filled'))
  const found = await listed()
  expect(found.find(({ kind }) => kind === 'order_filled')).toMatchObject({
    title: 'Order filled',
    text: 'Bought 99.9 DOGE at 0.1 USDT. Total 10 USDT.',
    link: '/trade',
    pair_id: DOGE,
  })
  expect(found.find(({ kind }) => kind === 'sign_in')).toMatchObject({
    title: 'New sign-in',
    text: expect.stringMatching(/^On the website with your password, .* UTC\. If this wasn't you, contact support/),
    link: '/settings/security',
  })
  expect(await kindsOf(other)).toEqual([])
})

test('A kind that is turned off is not notified', async () => {
  await set({ in_app: { mining_finished: false, friend_joined: false } })
  await submit({ type: 'start-mining', user: user.id })
  await newUser(user.code)
  server.advanceClock(8 * HOUR)
  await remindersDone()
  expect(await kindsOf()).toEqual([])
})

test('Notification settings change only what is sent, and refuse invalid quiet hours with the field', async () => {
  const none = ALL_OFF
  const on = { order_filled: true, deposit_received: true, withdrawal_sent: true, identity_checked: true }
  const in_app = { ...none, ...on, mining_finished: true, streak_at_risk: true, friend_joined: true }
  const defaults = { available: false, linked: false, ...none, in_app, quiet_hours: null }
  expect((await set({})).body).toEqual(defaults)
  const quiet_hours = { from: '22:30', to: '07:00', time_zone: 'Europe/Berlin' }
  expect((await set({ quiet_hours })).body).toEqual({ ...defaults, quiet_hours })
  const changed = { ...in_app, new_task: true, friend_joined: false }
  expect((await set({ in_app: { new_task: true, friend_joined: false } })).body).toEqual({
    ...defaults,
    in_app: changed,
    quiet_hours,
  })
  await restart()
  const reply = await server.request('GET', api.notifications.path, { access: await accessOf(user) })
  expect(reply.body).toEqual({ ...defaults, in_app: changed, quiet_hours })
  expect((await set({ quiet_hours: null })).body).toMatchObject({ quiet_hours: null })
  for (const [wrong, field] of [
    [{ ...quiet_hours, from: '24:00' }, 'from'],
    [{ ...quiet_hours, to: '7:00' }, 'to'],
    [{ ...quiet_hours, to: '22:30' }, 'to'],
    [{ ...quiet_hours, time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ from: '22:30', to: '07:00' }, 'time_zone'],
  ] as const) {
    const refused = await set({ quiet_hours: wrong as NotificationsBody['quiet_hours'] & object })
    expect([field, refused.status, JSON.stringify(refused.body)]).toEqual([
      field,
      422,
      expect.stringContaining(`"${field}"`),
    ])
  }
  for (const wrong of [{ in_app: { everything: true } }, { mining_finished: 'yes' }, { in_app: null }])
    expect((await set(wrong as never)).status).toBe(422)
})

test('The notification list has pages, and reading marks only the own ones up to the given id', async () => {
  const other = await newUser()
  for (let run = 0; run < 3; run++) {
    for (const { id } of [user, other]) await submit({ type: 'start-mining', user: id })
    server.advanceClock(8 * HOUR)
    await remindersDone()
    for (const { id } of [user, other]) await submit({ type: 'end-mining', user: id, startedAt: null })
  }
  const all = await listed()
  expect(all).toHaveLength(3)
  const times = all.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(await list(user, '?limit=2')).toEqual({ notifications: all.slice(0, 2), next: true, unread: 3 })
  expect(await list(user, '?limit=2&offset=2')).toEqual({ notifications: all.slice(2), next: false, unread: 3 })
  const read = async (body: object) =>
    server.request<UnreadView>('POST', api.readNotifications.path, { body, access: await accessOf(user) })
  expect((await read({ up_to: all[1]?.id })).body).toEqual({ unread: 1 })
  expect((await listed()).map((each) => each.read)).toEqual([false, true, true])
  expect((await read({ up_to: all[1]?.id })).body).toEqual({ unread: 1 })
  expect((await read({})).body).toEqual({ unread: 0 })
  expect((await list(other)).unread).toBe(3)
  for (const body of [{ up_to: 0 }, { up_to: 'all' }, { all: true }]) expect((await read(body)).status).toBe(422)
  for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?kind=sign_in']) {
    const access = await accessOf(user)
    expect((await server.request('GET', `${api.notificationList.path}${query}`, { access })).status).toBe(422)
  }
})

test('Notifications are deleted after 30 days, and security notifications of the bot are not listed', async () => {
  const rows = rowsOf(await serverKey(database.pool, 'notifications'))
  const store = (now: number) => {
    const settings = { channelsOf: () => ({ bot: false, inApp: true }), quietHoursOf: () => null }
    return openNotificationStore(
      database,
      settings,
      testClock(() => now),
      rows,
    )
  }
  const at = server.now()
  await store(at).add([{ user: user.id, kind: 'mining_finished', about: 'run 1', params: { xp: 8 }, at }])
  const notice = {
    user: user.id,
    kind: 'added',
    subject: randomUUID(),
    params: {},
    at,
  } as const
  await openNotificationQueue(
    database,
    testClock(() => at),
    rows,
  ).addSecurity(database.pool, notice)
  await store(at + 30 * DAY - 1).deleteOld()
  expect(await kindsOf()).toEqual(['mining_finished'])
  await store(at + 30 * DAY).deleteOld()
  expect(await kindsOf()).toEqual([])
})

test('Notifications of demo accounts are not stored', async () => {
  const demo = randomUUID() as UserId
  const account = { type: 'open-account', kind: 'demo', referralCode: null, grants: [] } as const
  await submit({ ...account, user: demo, referrer: null })
  await submit({ ...account, user: randomUUID() as UserId, referrer: demo })
  await remindersDone()
  const { rows } = await database.pool.query('select from notifications where user_id = $1', [demo])
  expect(rows).toEqual([])
})
