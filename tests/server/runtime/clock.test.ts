/** A clock that is behind the journal: timestamps increase, and /health reports it. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type HealthView } from '../../../src/contract/api.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import { listCatalogue } from '../../../src/server/markets/list-instruments.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const HOUR = 3_600_000

let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

async function withServer(mode: 'play' | 'live', work: (server: TestServer) => Promise<void>): Promise<void> {
  // Live mode requires rate limits.
  const server = await startTestServer(await databases.newDatabaseUrl(), {
    ...(mode === 'live' && LIVE_MODE),
    RATE_LIMITS: 'on',
  })
  try {
    await work(server)
  } finally {
    await server.exchange.stop()
  }
}

const place = ({ request }: TestServer, access: string) =>
  request<OrderView & { code?: string }>('POST', api.placeOrder.path, {
    access,
    body: { client_order_id: randomUUID(), pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' },
  })

const health = async ({ request }: TestServer) => {
  const { status, body } = await request<HealthView>('GET', '/health')
  return [status, body.detail]
}

const stampOf = ({ exchange }: TestServer): Promise<number> => exchange.sequencer.read(({ at }) => at)

test.each(['play', 'live'] as const)(
  'A %s server takes orders and cancels with increasing timestamps after the clock is set back, and /health warns',
  (mode) =>
    withServer(mode, async (server) => {
      // A live exchange lists no market by itself.
      if (mode === 'live') await listCatalogue(server.exchange.sequencer)
      const { access } = await server.signUp()
      await place(server, access)
      const first = await stampOf(server)
      server.advanceClock(-30_000)
      expect(await health(server)).toEqual([200, undefined])
      await place(server, access)
      const second = await stampOf(server)
      expect(second).toBeGreaterThan(first)
      server.advanceClock(-HOUR)
      expect(await health(server)).toEqual([200, expect.stringMatching(/^the journal is 36\d\d s ahead of the clock/)])
      // The existing tokens were issued in the future, so a new user signs up.
      const again = await server.signUp()
      const { body } = await place(server, again.access)
      const third = await stampOf(server)
      expect(third).toBeGreaterThan(second)
      expect(third - second).toBeLessThan(HOUR)
      if (mode === 'play') {
        const path = api.cancelOrder.path.replace(':uuid', body.uuid)
        expect((await server.request('DELETE', path, { access: again.access })).status).toBe(200)
      }
      server.advanceClock(HOUR + 60_000)
      expect(await health(server)).toEqual([200, undefined])
    }),
)

test('A server that starts with a clock behind its journal takes orders and reports it', async () => {
  const url = await databases.newDatabaseUrl()
  const server = await startTestServer(url)
  server.advanceClock(24 * HOUR)
  await server.signUp()
  const stamp = await stampOf(server)
  await server.exchange.stop()
  const restarted = await startTestServer(url)
  try {
    const { access } = await restarted.signUp()
    expect((await place(restarted, access)).status).toBe(200)
    expect(await stampOf(restarted)).toBeGreaterThan(stamp)
    expect(await health(restarted)).toEqual([
      200,
      expect.stringMatching(/^the journal is 86\d\d\d s ahead of the clock/),
    ])
  } finally {
    await restarted.exchange.stop()
  }
})
