/** Figures of the last 24 hours change with time alone. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { FullPairView } from '../../../src/contract/markets/views.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const open = setUpTestServer()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Places a sell order and buys all of it at its price. */
async function trade(price: string, volume: string): Promise<void> {
  const { access } = await open().signUp()
  await open().placeSellOrder(7, price, volume)
  const body = { client_order_id: crypto.randomUUID(), pair_id: 7, side: 'buy', type: 'limit', price, volume }
  expect((await open().request('POST', api.placeOrder.path, { access, body })).status).toBe(200)
}

test('24-hour figures are pushed when old trades leave the last day, and the open page, a new page and HTTP agree', async () => {
  const socket = await open().openSocket(7)
  await trade('0.08', '100')
  const pushed = async (volume: string | null) => {
    for (;;) if ((await socket.next('volume_24h')).data === volume) return
  }
  const listed = async () =>
    (await open().request<FullPairView[]>('GET', api.fullPairs.path)).body.find(({ id }) => id === 7)?.volume_24h
  const volumes = async () => {
    const page = await open().openSocket(7)
    page.send('get_volume_24h')
    const { data } = await page.next('volume_24h')
    page.socket.close()
    return [data, await listed()]
  }
  const [before] = await volumes()
  await pushed(String(before))
  open().advanceClock(12 * HOUR)
  await trade('0.08', '30')
  const [both] = await volumes()
  await pushed(String(both))
  open().advanceClock(12 * HOUR + MINUTE)
  await pushed('30')
  expect(await volumes()).toEqual(['30', '30'])
  open().advanceClock(12 * HOUR)
  await pushed('0')
  expect(await volumes()).toEqual(['0', '0'])
  socket.socket.close()
})
