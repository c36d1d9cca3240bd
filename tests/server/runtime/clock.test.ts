/** A clock set back: timestamps stay monotonic, and /health reports it. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type HealthView } from '../../../src/contract/api.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
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

test('A play-mode server accepts orders with monotonic timestamps after the clock is set back, and /health warns', () =>
  withServer('play', async (server) => {
    const { access } = await server.signUp()
    await place(server, access)
    const stamp = await stampOf(server)
    server.advanceClock(-30_000)
    expect(await health(server)).toEqual([200, undefined])
    const second = await place(server, access)
    expect([second.status, await stampOf(server)]).toEqual([200, stamp])
    server.advanceClock(-HOUR)
    expect(await health(server)).toEqual([200, expect.stringMatching(/^the clock is 36\d\d s behind the journal$/)])
    // The existing tokens were issued in the future, so a new user signs up.
    const again = await server.signUp()
    const third = await place(server, again.access)
    expect([third.status, await stampOf(server)]).toEqual([200, stamp])
    expect(third.body.created_at).toBe(second.body.created_at)
    server.advanceClock(HOUR + 60_000)
    expect(await health(server)).toEqual([200, undefined])
    await place(server, access)
    expect(await stampOf(server)).toBeGreaterThan(stamp)
  }))

test('A live server refuses orders while the clock is more than a minute behind the journal', () =>
  withServer('live', async (server) => {
    const { access } = await server.signUp()
    // There is no play money in live mode, so a processed order is refused for its balance.
    expect(await place(server, access)).toMatchObject({ body: { code: 'INSUFFICIENT_BALANCE' } })
    const { seq } = server.exchange.sequencer
    server.advanceClock(-30_000)
    expect(await health(server)).toEqual([200, undefined])
    expect(await place(server, access)).toMatchObject({ body: { code: 'INSUFFICIENT_BALANCE' } })
    server.advanceClock(-90_000)
    expect(await health(server)).toEqual([503, expect.stringMatching(/^the clock is \d+ s behind the journal$/)])
    expect(await place(server, access)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(server.exchange.sequencer.seq).toBe(seq + 1)
    server.advanceClock(120_000)
    expect(await health(server)).toEqual([200, undefined])
    expect(await place(server, access)).toMatchObject({ body: { code: 'INSUFFICIENT_BALANCE' } })
  }))
