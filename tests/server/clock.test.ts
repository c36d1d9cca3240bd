/** A clock that was set back: stamps never go back with it, and an operator is told. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { HealthView, OrderView } from '../../src/contract/views.ts'
import { type House, openHouse } from './exchange-world.ts'
import { startWorld, type World } from './world.ts'

const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.end())

async function within(mode: 'play' | 'live', work: (house: House) => Promise<void>): Promise<void> {
  // Live mode does not do without limits.
  const house = await openHouse(await world.newDatabaseUrl(), { MODE: mode, RATE_LIMITS: 'on' })
  try {
    await work(house)
  } finally {
    await house.exchange.stop()
  }
}

const place = ({ ask }: House, access: string) =>
  ask<OrderView & { code?: string }>('POST', api.placeOrder.path, {
    access,
    body: { client_order_id: randomUUID(), pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' },
  })

const health = async ({ ask }: House) => {
  const { status, body } = await ask<HealthView>('GET', '/health')
  return [status, body.detail]
}

const stampOf = ({ exchange }: House): Promise<number> => exchange.sequencer.read(({ at }) => at)

test('in play mode orders go on, stamped no earlier than those before, and /health warns', () =>
  within('play', async (house) => {
    const { access } = await house.signUp()
    await place(house, access)
    const stamp = await stampOf(house)
    house.later(-30_000)
    expect(await health(house)).toEqual([200, undefined])
    const second = await place(house, access)
    expect([second.status, await stampOf(house)]).toEqual([200, stamp])
    house.later(-HOUR)
    expect(await health(house)).toEqual([200, expect.stringMatching(/^the clock is 36\d\d s behind the journal$/)])
    // A token of before was made later than now: whoever has one signs in again, if they must.
    const again = await house.signUp()
    const third = await place(house, again.access)
    expect([third.status, await stampOf(house)]).toEqual([200, stamp])
    expect(third.body.created_at).toBe(second.body.created_at)
    house.later(HOUR + 60_000)
    expect(await health(house)).toEqual([200, undefined])
    await place(house, access)
    expect(await stampOf(house)).toBeGreaterThan(stamp)
  }))

test('in live mode no orders are taken as long as it is more than a minute behind', () =>
  within('live', async (house) => {
    const { access } = await house.signUp()
    // Nobody has play money here: an order that is looked at is refused for that.
    expect(await place(house, access)).toMatchObject({ body: { code: 'INSUFFICIENT_BALANCE' } })
    const { seq } = house.exchange.sequencer
    house.later(-30_000)
    expect(await health(house)).toEqual([200, undefined])
    expect(await place(house, access)).toMatchObject({ body: { code: 'INSUFFICIENT_BALANCE' } })
    house.later(-90_000)
    expect(await health(house)).toEqual([503, expect.stringMatching(/^the clock is \d+ s behind the journal$/)])
    expect(await place(house, access)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(house.exchange.sequencer.seq).toBe(seq + 1)
    house.later(120_000)
    expect(await health(house)).toEqual([200, undefined])
    expect(await place(house, access)).toMatchObject({ body: { code: 'INSUFFICIENT_BALANCE' } })
  }))
