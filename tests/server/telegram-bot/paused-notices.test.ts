/** A row that says that the chat of a user is to get nothing for years. */

import { afterAll, beforeAll, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type FakeTelegram, startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

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

test('The bot tells an owner of a freeze although a row says that their chat is paused', async () => {
  const [chat, other] = [7_001, 7_002]
  const signIn = async (id: number) => {
    server.advanceClock(1_000)
    const body = { raw_callback_data: widgetData(id, server.now()) }
    return (await server.request<Tokens>('POST', api.telegramWidget.path, { body })).body.access
  }
  const [access, others] = [await signIn(chat), await signIn(other)]
  await database.pool.query(
    `insert into notification_settings (user_id, bot_kinds, app_kinds, bot_paused_until)
     select id, '{}', '{}', 9000000000000000 from users where telegram_id = $1`,
    [chat],
  )
  await server.request('POST', api.freeze.path, { body: {}, access })
  await server.request('POST', api.freeze.path, { body: {}, access: others })
  const textsOf = (id: number) => telegram.messagesTo(id).map(({ text = '' }) => text)
  await eventually(() => textsOf(other).some((text) => text.includes('was frozen')))
  await eventually(() => textsOf(chat).some((text) => text.includes('was frozen')))
})
