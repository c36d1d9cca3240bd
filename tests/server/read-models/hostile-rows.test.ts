/** Rows of read models with values that no program of ours writes: what is written and shown later goes on. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type HealthView, health } from '../../../src/contract/api.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { setTask } from '../../fixtures/parallel-claims.ts'
import { placeLimitOrder } from '../../fixtures/place-order.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const DOGE_USDT = 7
const HIGHEST = '9'.repeat(38)

let databases: TestDatabases
let server: TestServer
let database: Database

beforeAll(async () => {
  databases = await startTestDatabases()
})
beforeEach(async () => {
  const databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  server = await startTestServer(databaseUrl)
})
afterEach(async () => {
  await server.exchange.stop()
  await database.close()
})
afterAll(() => databases?.stop())

const sql = (text: string) => database.pool.query(text)

/** Every read model contains the newest command. */
async function expectWritten(): Promise<void> {
  const seq = await server.exchange.sequencer.read((state) => state.seq)
  const written = async () => Number((await sql('select min(seq) as seq from projection_positions')).rows[0].seq)
  await expect.poll(written).toBeGreaterThanOrEqual(seq)
}

test.each([
  ['candles', `volume = ${HIGHEST}, turnover = ${HIGHEST}`],
  ['candles', "volume = 'NaN', turnover = 'NaN', high = 'NaN', low = 'NaN'"],
  ['candles', 'open = 0, close = 0, high = 0, low = 0'],
  ['candles', 'open = null, close = null, volume = null, turnover = null'],
  ['trades', `price = ${HIGHEST}, quantity = null`],
  ['positions', 'amount = 0'],
  ['positions', `cost = ${HIGHEST}, credited = ${HIGHEST}`],
  ['positions', 'amount = null, cost = null, credited = null'],
  ['last_prices', `price = ${HIGHEST}`],
  ['last_prices', 'price = null'],
])('After "update %s set %s" the server starts, trades are written, and markets are shown', async (table, values) => {
  const { access } = await server.signUp()
  await server.placeSellOrder(DOGE_USDT, '0.1', '100')
  await placeLimitOrder(server, access, 'buy', '0.1', '100')
  await expectWritten()
  for (const column of values.matchAll(/(\w+) = null/g))
    await sql(`alter table ${table} alter column ${column[1]} drop not null`)
  await sql(`update ${table} set ${values}`)
  await server.exchange.stop()
  server = await startTestServer(server.databaseUrl)
  const socket = await server.openSocket(DOGE_USDT, access)
  const buyer = await server.signUp()
  await placeLimitOrder(server, buyer.access, 'buy', '0.1', '50')
  await placeLimitOrder(server, access, 'sell', '0.1', '50')
  await expectWritten()
  await socket.next('trades')
  socket.socket.close()
  for (const path of [api.pairs.path, api.assets.path, api.currentBalance.path])
    expect([path, (await server.request('GET', path, { access })).status]).toEqual([path, 200])
  const { body } = await server.request<HealthView>('GET', health.path)
  expect(body.parts?.read_models?.state).toBe('ok')
})

test.each(['9223372036854775807', 'null'])('Rewards are written and ranked after a week with %s XP', async (xp) => {
  const earner = await createEarner(server)
  const earn = async (task: number) => {
    await setTask(server, task, { kind: 'promo_code', code: 'CODE', reward: 5 })
    await earner.get('completeTask', { task_id: task, code: 'CODE' })
    await expectWritten()
  }
  await earn(600)
  await sql('alter table reward_weeks alter column xp drop not null')
  await sql(`update reward_weeks set xp = ${xp}`)
  await earn(601)
  expect((await earner.get('leaderboard')).entries.every(({ xp }) => xp !== null)).toBe(true)
})
