/** Init data of Telegram is bound to the device that used it first. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StartAppView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { BOT_TOKEN, initData, telegramUser } from '../../fixtures/telegram-signer.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const HOUR = 60 * 60 * 1_000
const EXPIRED = { status: 400, body: { code: 'INIT_DATA_EXPIRED' } }
let databases: TestDatabases
let server: TestServer
let id = 7_000
beforeAll(async () => {
  databases = await startTestDatabases()
  server = await startTestServer(await databases.newDatabaseUrl(), { BOT_TOKEN })
})
afterAll(async () => {
  await server?.exchange.stop()
  await databases?.stop()
})

const launch = (init_data: string, device_id?: string) =>
  server.request<StartAppView & ErrorBody>('POST', api.startApp.path, {
    body: { init_data, ...(device_id !== undefined && { device_id }) },
  })
const newInitData = (age = 0) => initData(telegramUser(++id), server.now() - age)

test('Init data that is used for the first time more than an hour after it was signed is refused', async () => {
  expect((await launch(newInitData(HOUR - 5_000), randomUUID())).status).toBe(200)
  expect(await launch(newInitData(HOUR + 5_000), randomUUID())).toMatchObject(EXPIRED)
})

test('Used init data is valid for 24 hours on the same device only', async () => {
  const [text, device] = [newInitData(), randomUUID()]
  expect((await launch(text, device)).status).toBe(200)
  for (const other of [randomUUID(), undefined, '']) expect(await launch(text, other)).toMatchObject(EXPIRED)
  expect((await launch(text, device)).status).toBe(200)
  server.advanceClock(23 * HOUR)
  expect((await launch(text, device)).status).toBe(200)
  server.advanceClock(2 * HOUR)
  expect(await launch(text, device)).toMatchObject(EXPIRED)
})

test('Init data that was used without a device id cannot be used again', async () => {
  const text = newInitData()
  expect((await launch(text)).status).toBe(200)
  expect(await launch(text)).toMatchObject(EXPIRED)
})

test('Exactly one of ten devices that use the same init data at once signs in', async () => {
  const text = newInitData()
  const replies = await Promise.all(Array.from({ length: 10 }, () => launch(text, randomUUID())))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('A restart does not forget the device of used init data', async () => {
  const [text, device] = [newInitData(), randomUUID()]
  expect((await launch(text, device)).status).toBe(200)
  const { databaseUrl, now } = server
  const passed = now() - Date.now()
  await server.exchange.stop()
  server = await startTestServer(databaseUrl, { BOT_TOKEN })
  server.advanceClock(passed)
  expect(await launch(text, randomUUID())).toMatchObject(EXPIRED)
  expect((await launch(text, device)).status).toBe(200)
})

test('Rows of used init data that are changed or deleted let no other device sign in', async () => {
  const pool = new pg.Pool({ connectionString: server.databaseUrl })
  const [text, theirs] = [newInitData(), newInitData()]
  const [device, thief] = [randomUUID(), randomUUID()]
  expect((await launch(text, device)).status).toBe(200)
  expect((await launch(theirs, thief)).status).toBe(200)
  await pool.query(`update used_init_data set device_hash = (
    select device_hash from used_init_data order by used_at desc limit 1)`)
  expect(await launch(text, thief)).toMatchObject(EXPIRED)
  await pool.query('delete from used_init_data')
  await pool.end()
  expect(await launch(text, thief)).toMatchObject(EXPIRED)
  expect((await launch(text, device)).status).toBe(200)
})

test('Linking Telegram by init data requires the device that launched with it', async () => {
  const [text, device] = [newInitData(), randomUUID()]
  expect((await launch(text, device)).status).toBe(200)
  const { access } = await server.signUp()
  const link = (device_id: string) =>
    server.request('POST', api.linkTelegram.path, {
      body: { init_data: text, device_id, password: 'correct horse' },
      access,
    })
  expect(await link(randomUUID())).toMatchObject(EXPIRED)
  expect(await link(device)).toMatchObject({ body: { code: 'WAY_TAKEN' } })
})
