/** Notifications about freezes by the bot: to settled chats, with a link that freezes, and exactly once. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, type HealthView, health } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { NotificationsPage } from '../../../src/contract/notifications/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type FakeTelegram, startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { operatorOf } from '../../fixtures/operator-request.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const ORIGIN = 'https://tern.example'
let databases: TestDatabases
let telegram: FakeTelegram
let server: TestServer
let url: string
let telegramId = 5_000
const errors: string[] = []
const FAST = { ...HEALTH_TIMES, ownMillis: 20 }

const start = async (): Promise<void> => {
  const settings = { BOT_TOKEN, PUBLIC_URL: ORIGIN, BOT_API_URL: telegram.address }
  server = await startTestServer(url, settings, openLog('error', { write: (line) => void errors.push(line) }), FAST)
}
beforeAll(async () => {
  databases = await startTestDatabases()
  telegram = await startFakeTelegram(BOT_TOKEN)
  url = await databases.newDatabaseUrl()
  await start()
})
afterAll(async () => {
  await server?.exchange.stop()
  await telegram?.stop()
  await databases?.stop()
})

const post = <T>(path: string, body: object, access?: string) => server.request<T>('POST', path, { body, access })
const signIn = async (id: number) => {
  // Widget data of the same second would be refused as used.
  server.advanceClock(1_000)
  return (await post<Tokens>(api.telegramWidget.path, { raw_callback_data: widgetData(id, server.now()) })).body.access
}
const messagesTo = (chat: number) => telegram.messagesTo(chat).map(({ text = '' }) => text)
const nextMessage = (chat: number, part: string) =>
  eventually(() => messagesTo(chat).find((text) => text.includes(part)))
const freezeLink = new RegExp(`Freeze your account:\n${ORIGIN}/freeze#token=([\\w.-]+)$`)

test('The bot notifies the owner of a freeze, of one by an operator, and of a lifting, each with a link that freezes', async () => {
  const chat = ++telegramId
  const access = await signIn(chat)
  const { body: profile } = await server.request<ProfileView>('GET', api.profile.path, { access })
  await post(api.freeze.path, {}, access)
  expect(await nextMessage(chat, 'open Settings, Security')).toMatch(freezeLink)
  await operatorOf(server.dataDir)('freeze-account', { user: profile.uuid })
  expect(await nextMessage(chat, 'contact support')).toMatch(freezeLink)
  expect((await post(api.unfreeze.path, {}, access)).status).toBe(200)
  const lifting = await nextMessage(chat, "If this wasn't you")
  expect(lifting).toMatch(/^The freeze of your Tern account ends 20\d\d-\d\d-\d\d \d\d:\d\d UTC/)
  const token = freezeLink.exec(lifting)?.[1]
  expect((await post(api.freezeByLink.path, { token })).status).toBe(200)
  await eventually(() => (messagesTo(chat).length === 4 ? true : undefined))
})

test('A chat that was linked less than a day ago gets no notification of a freeze', async () => {
  const [chat, other] = [++telegramId, ++telegramId]
  const { access } = await server.signUp('young@example.com', 'correct horse')
  const raw_callback_data = widgetData(chat, server.now())
  expect((await post(api.linkTelegram.path, { raw_callback_data, password: 'correct horse' }, access)).status).toBe(200)
  await post(api.freeze.path, {}, access)
  await post(api.freeze.path, {}, await signIn(other))
  await nextMessage(other, 'was frozen')
  expect(messagesTo(chat)).toEqual([])
})

const DELETE_OF = 'delete from notifications where user_id = (select id from users where telegram_id = $1)'

test('A notification that was not queued before a kill is sent after the next start, and no notification is sent again', async () => {
  const [early, late] = [++telegramId, ++telegramId]
  await post(api.freeze.path, {}, await signIn(early))
  await nextMessage(early, 'was frozen')
  const before = await server.exchange.sequencer.read(({ seq }) => seq)
  await post(api.freeze.path, {}, await signIn(late))
  await nextMessage(late, 'was frozen')
  await server.exchange.stop()
  // As a kill leaves it right after the commit of the freeze.
  const database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  await database.pool.query(DELETE_OF, [late])
  await database.pool.query("update projection_positions set seq = $1 where name = 'freeze_notices'", [before])
  await database.close()
  await start()
  await eventually(() => (messagesTo(late).length === 2 ? true : undefined))
  await post(api.freeze.path, {}, await signIn(++telegramId))
  await nextMessage(telegramId, 'was frozen')
  expect([messagesTo(early).length, messagesTo(late).length]).toEqual([1, 2])
})

/** A row of the thief's, in which nothing is missing but the key. `$1`: the victim. */
const FORGERIES = [
  `insert into notifications (user_id, kind, about, params, at, due_at, mac)
   values ($1, 'frozen', 'x', '{"origin": "owner", "since": 1, "text": "Call 555"}', $2, $2, sha256('x'))`,
  // The chat of the thief, over the account of the thief.
  `insert into notifications (user_id, kind, about, params, at, due_at, mac)
   select $1, kind, about, params, $2, $2, mac from notifications where kind = 'frozen' and user_id <> $1 limit 1`,
  `insert into notifications (user_id, kind, about, params, at, due_at, in_app, mac)
   values ($1, 'deposit_received', 'x', '{"amount": "9", "coin": "BTC: call 555"}', $2, $2, true, sha256('x'))`,
  `update notifications set params = '{"origin": "operator", "since": 1}', claimed_at = null, due_at = $2
   where user_id = $1 and kind = 'lifting'`,
]

test('Rows that the server did not write make the bot send nothing, are not listed, and are counted in /health', async () => {
  const [victim, other] = [++telegramId, ++telegramId]
  const access = await signIn(victim)
  const { body: profile } = await server.request<ProfileView>('GET', api.profile.path, { access })
  await post(api.setNotifications.path, { deposit_received: true }, access)
  await post(api.freeze.path, {}, access)
  await nextMessage(victim, 'was frozen')
  await post(api.unfreeze.path, {}, access)
  await nextMessage(victim, 'The freeze of your Tern account ends')
  const database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  for (const forgery of FORGERIES)
    expect((await database.pool.query(forgery, [profile.uuid, server.now()])).rowCount).toBe(1)
  await database.close()
  // What is queued later is sent later.
  await post(api.freeze.path, {}, await signIn(other))
  await nextMessage(other, 'was frozen')
  expect(messagesTo(victim).length).toBe(2)
  const { body: listed } = await server.request<NotificationsPage>('GET', api.notificationList.path, { access })
  expect(listed.notifications).toEqual([])
  const parts = async () => (await server.request<HealthView>('GET', health.path)).body.parts
  const reason = `rows of another program, which were ignored: ${FORGERIES.length}`
  await expect.poll(async () => (await parts())?.accounts).toMatchObject({ state: 'failing', reason })
  expect(errors.filter((line) => line.includes('"row.forged"')).length).toBe(FORGERIES.length)
})
