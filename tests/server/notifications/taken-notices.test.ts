/** Rows of another program with the ids, subjects and days that the next notifications would get. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { Millis, UserId } from '../../../src/contract/ids.ts'
import { openNotificationStore } from '../../../src/server/notifications/store.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type FakeTelegram, startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { testRows } from '../../fixtures/own-notifications.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const DAY = 24 * 60 * 60 * 1_000
const FORGED = `'\\x${'00'.repeat(32)}'::bytea`

let databases: TestDatabases
let telegram: FakeTelegram
let server: TestServer
let database: Database
beforeAll(async () => {
  databases = await startTestDatabases()
  telegram = await startFakeTelegram(BOT_TOKEN)
  const url = await databases.newDatabaseUrl()
  const settings = { BOT_TOKEN, PUBLIC_URL: 'https://tern.example', BOT_API_URL: telegram.address }
  server = await startTestServer(url, settings)
  database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await telegram?.stop()
  await databases?.stop()
})

async function signIn(chat: number): Promise<{ readonly access: string; readonly user: UserId }> {
  // Widget data of the same second would be refused as used.
  server.advanceClock(1_000)
  const body = { raw_callback_data: widgetData(chat, server.now()) }
  const { access } = (await server.request<Tokens>('POST', api.telegramWidget.path, { body })).body
  const { rows } = await database.pool.query('select id from users where telegram_id = $1', [chat])
  return { access, user: rows[0].id }
}

const isTold = (chat: number) =>
  eventually(() => (telegram.messagesTo(chat).some(({ text }) => text?.includes('was frozen')) ? true : undefined))

/** Of this user, with the next ids of the sequence. */
const takeIds = (user: UserId) =>
  database.pool.query(
    `insert into notifications (id, user_id, kind, about, params, at, in_app, mac) overriding system value
     select n, $1, 'order_filled', n::text, '{}', $2, false, ${FORGED} from generate_series(1, 500) n on conflict do nothing`,
    [user, server.now()],
  )

test('The bot tells an owner of a freeze although the next ids of notifications are taken', async () => {
  const chat = 7_003
  const { access, user } = await signIn(chat)
  await takeIds(user)
  await server.request('POST', api.freeze.path, { body: {}, access })
  await isTold(chat)
})

test('The bot tells an owner of a freeze although another program has stored notices for the whole next minute', async () => {
  const chat = 7_004
  const { access, user } = await signIn(chat)
  await database.pool.query(
    `insert into notifications (id, user_id, kind, about, params, at, mac) overriding system value
     select n, $1, 'frozen', n::text, '{}', n, ${FORGED} from generate_series($2::bigint, $2::bigint + 60000) n`,
    [user, server.now()],
  )
  await server.request('POST', api.freeze.path, { body: {}, access })
  await isTold(chat)
})

const storeAt = (now: Millis) => {
  const clock = { now: () => now, confirmedNow: () => undefined }
  const settings = { channelsOf: () => ({ bot: false, inApp: true }), quietHoursOf: () => null }
  return openNotificationStore(database, settings, clock, testRows)
}

test('A notification is stored in the app although its id, its subject and its day are taken by rows of another program', async () => {
  const { user } = await signIn(7_005)
  const now = server.now()
  const store = storeAt(now)
  await takeIds(user)
  await database.pool.query(
    `insert into notifications (id, user_id, kind, about, params, at, in_app, unprompted_day, mac) overriding system value
     values (900000001, $1, 'order_filled', 'an order', '{}', 1, true, null, ${FORGED}),
       (900000002, $1, 'sign_in', 'a login', '{}', 1, true, $2, ${FORGED})`,
    [user, Math.floor(now / DAY)],
  )
  const own = { user, params: {}, at: now }
  await store.add([
    { ...own, kind: 'order_filled', about: 'an order' },
    { ...own, kind: 'new_task', about: 'a task' },
  ])
  const listed = await store.list(user, { offset: 0, limit: 10 })
  expect(listed.map(({ kind }) => kind).sort()).toEqual(['new_task', 'order_filled'])
})

test('Notifications that are added twice are stored once, and the read ones stay read', async () => {
  const { user } = await signIn(7_006)
  const now = server.now()
  const store = storeAt(now)
  const own = { user, params: {}, at: now, kind: 'order_filled', about: 'an order' } as const
  await store.add([own])
  await store.markRead(user, undefined)
  await store.add([own, { ...own, at: now + 1, about: 'another order' }])
  expect(await store.list(user, { offset: 0, limit: 10 })).toMatchObject([{ isRead: false }, { isRead: true }])
})

test('Notifications are listed by their time, in pages, and read up to one of them', async () => {
  const { user } = await signIn(7_007)
  const now = server.now()
  const store = storeAt(now)
  const times = Array.from({ length: 12 }, (_each, index) => now + Math.floor(index / 2))
  for (const [index, at] of times.entries())
    await store.add([{ user, params: {}, at, kind: 'order_filled', about: `order ${index}` }])
  const all = await store.list(user, { offset: 0, limit: 100 })
  expect(all.map(({ at }) => at)).toEqual(times.toReversed())
  for (const [index, { at, id }] of all.entries()) {
    const before = `${new Date(at).toISOString()},${id}`
    expect(await store.list(user, { offset: 0, limit: 100, before })).toEqual(all.slice(index + 1))
  }
  await store.markRead(user, all[5]?.id)
  const read = (await store.list(user, { offset: 0, limit: 100 })).map(({ isRead }) => isRead)
  expect(read).toEqual(all.map((_each, index) => index >= 5))
})
