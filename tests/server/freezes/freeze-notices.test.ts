/** Notifications about freezes by the bot: to settled chats, with a link that freezes, and exactly once. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
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

const start = async (): Promise<void> => {
  server = await startTestServer(url, { BOT_TOKEN, PUBLIC_URL: ORIGIN, BOT_API_URL: telegram.address })
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
  await database.pool.query('delete from notifications where chat = $1', [late])
  await database.pool.query("update projection_positions set seq = $1 where name = 'freeze_notices'", [before])
  await database.close()
  await start()
  await eventually(() => (messagesTo(late).length === 2 ? true : undefined))
  await post(api.freeze.path, {}, await signIn(++telegramId))
  await nextMessage(telegramId, 'was frozen')
  expect([messagesTo(early).length, messagesTo(late).length]).toEqual([1, 2])
})
