/** Public market data while the database is stopped: the last committed data, marked as stale. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { startEmbedded } from '../../../src/server/postgres/embedded.ts'
import { scratchDataDir } from '../../fixtures/scratch-folder.ts'
import { killDatabase } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { type SocketClient, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const PUBLIC_READS = [
  api.currencies.path,
  api.coinPairs.path,
  api.pairs.path,
  api.fullPairs.path,
  api.pairDescription.path.replace(':id', '7'),
  api.priceHistory.path.replace(':id', '7'),
]
const order = (client_order_id: string, price: string) =>
  ({ client_order_id, pair_id: 7, side: 'buy', type: 'limit', price, volume: '100' }) as const

const folder = scratchDataDir()
let server: TestServer | undefined
afterEach(async () => {
  // The database must run for the stop of the server.
  const embedded = await startEmbedded(folder, quiet)
  await server?.exchange.stop()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Repeats a query until the server marks the socket's data as stale, or as current again. */
async function untilStale(client: SocketClient, isStale: boolean): Promise<void> {
  while ((await client.next('stale')).data !== isStale);
}

const bestBuy = async (client: SocketClient): Promise<string | undefined> => {
  const from = client.messages.length
  client.send('get_orderbook')
  for (;;) {
    const found = client.messages.slice(from).find(({ type }) => type === 'orderbook' || type === 'error')
    if (found !== undefined) return found.type === 'orderbook' ? found.data.buy[0]?.[0] : `error ${found.type}`
    await sleep(5)
  }
}

test('Public data stays readable without uncommitted changes while the database is stopped, and is marked as stale', async () => {
  const { settings } = await startEmbedded(folder, quiet)
  const databaseUrl = `postgresql:///tern?host=${encodeURIComponent(settings.host)}&user=tern`
  server = await startTestServer(databaseUrl)
  const { request } = server
  const { access } = await server.signUp()
  const [me, guest] = [await server.openSocket(7, access), await server.openSocket(7)]
  me.send(`place_order/${JSON.stringify(order('before', '0.08'))}`)
  await me.next('order_accepted')
  expect(await bestBuy(guest)).toBe('0.08')
  const before = await Promise.all(PUBLIC_READS.map((path) => request('GET', path)))
  expect(before.map(({ headers }) => headers.get('x-data-stale'))).toEqual(PUBLIC_READS.map(() => 'false'))

  // The commit waits for this lock, so the order is executed and not committed.
  const admin = new pg.Client({ connectionString: databaseUrl, application_name: 'operator' })
  admin.on('error', () => undefined)
  await admin.connect()
  await admin.query('begin; lock table journal in exclusive mode')
  me.send(`place_order/${JSON.stringify(order('uncommitted', '0.09'))}`)
  await sleep(200)
  expect(await bestBuy(guest)).toBe('0.08')
  await untilStale(guest, true)

  killDatabase(folder)
  expect(await me.next('order_rejected')).toMatchObject({ client_order_id: 'uncommitted', code: 'UNAVAILABLE' })
  expect(await bestBuy(guest)).toBe('0.08')
  const newcomer = await server.openSocket('DOGE-USDT')
  await untilStale(newcomer, true)
  expect((await newcomer.next('coin')).data.symbol).toBe('DOGE/USDT')
  expect(await bestBuy(newcomer)).toBe('0.08')
  newcomer.send('get_chart/1')
  expect((await newcomer.next('charts_data')).page).toBe(1)
  const during = await Promise.all(PUBLIC_READS.map((path) => request('GET', path)))
  expect(during.map(({ status }) => status)).toEqual(PUBLIC_READS.map(() => 200))
  expect(during.map(({ headers }) => headers.get('x-data-stale'))).toEqual(PUBLIC_READS.map(() => 'true'))
  expect(during.map(({ body }) => body)).toEqual(before.map(({ body }) => body))
  for (const path of [api.assets.path, api.orders.path])
    expect((await request('GET', path, { access })).status).toBe(503)
  expect((await request('POST', api.placeOrder.path, { access, body: order('refused', '0.1') })).status).toBe(503)
  me.send('get_assets')
  expect((await me.next('error')).code).toBe('UNAVAILABLE')

  await startEmbedded(folder, quiet)
  await untilStale(newcomer, false)
  expect(await bestBuy(newcomer)).toBe('0.08')
  me.send(`place_order/${JSON.stringify(order('after', '0.085'))}`)
  expect((await me.next('order_accepted')).client_order_id).toBe('after')
  await expect.poll(() => bestBuy(newcomer)).toBe('0.085')
  expect((await request('GET', api.pairs.path)).headers.get('x-data-stale')).toBe('false')
})
