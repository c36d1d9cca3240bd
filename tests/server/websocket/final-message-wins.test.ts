/** What a socket hears last is how it is: of its own orders, however they were sent, and of the market. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { OrdersPage, OrderView } from '../../src/contract/views.ts'
import { type House, house, type Listener } from './exchange-world.ts'

const home = house()
const DOGE = 7
const NOT = 9

async function allOrders({ ask }: House, access: string): Promise<OrderView[]> {
  const orders: OrderView[] = []
  for (;;) {
    const path = `${api.orders.path}?status=all&limit=100&offset=${orders.length}`
    const { body } = await ask<OrdersPage>('GET', path, { access })
    orders.push(...body.orders)
    if (!body.next) return orders
  }
}

const lastWords = ({ heard }: Listener): Map<string, string> => {
  const words = new Map<string, string>()
  for (const message of heard)
    if (message.type === 'order_accepted' || message.type === 'order_update')
      words.set(message.data.uuid, `${message.data.status} ${message.data.filled_volume}`)
  return words
}

test('of orders sent in one breath, filled and cancelled by each other', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => home().signUp()))
  const sockets = await Promise.all(people.map(({ access }) => home().join(DOGE, access)))
  await home().offer(DOGE, '0.1', '40000')
  for (const socket of sockets)
    socket.say(
      `place_order/${JSON.stringify({ client_order_id: randomUUID(), pair_id: DOGE, side: 'buy', type: 'market', volume: '10000' })}`,
    )
  for (const socket of sockets) await socket.next('order_accepted')
  for (let round = 0; round < 25; round++) {
    for (const [index, socket] of sockets.entries()) {
      const side = (index + round) % 2 === 0 ? 'buy' : 'sell'
      for (const volume of ['11', '13', '17'])
        socket.say(
          `place_order/${JSON.stringify({ client_order_id: randomUUID(), pair_id: DOGE, side, type: 'limit', price: '0.1', volume })}`,
        )
      if (index === round % 4) socket.say('cancel_all_orders/all')
    }
    await sleep(2)
  }
  await sleep(300)
  for (const [index, socket] of sockets.entries()) {
    const orders = await allOrders(home(), people[index]?.access ?? '')
    expect(orders.length).toBeGreaterThan(60)
    const history = new Map(orders.map((order) => [order.uuid, `${order.status} ${order.filled_volume}`]))
    expect(lastWords(socket)).toEqual(history)
    socket.socket.close()
  }
})

test('of a price that went away while nobody looked and came back', async () => {
  const { access } = await home().signUp()
  const buy = async (price: string): Promise<void> => {
    await home().offer(NOT, price, '200')
    const body = { client_order_id: randomUUID(), pair_id: NOT, side: 'buy', type: 'limit', price, volume: '200' }
    expect((await home().ask('POST', api.placeOrder.path, { access, body })).status).toBe(200)
  }
  const before = await home().join(NOT)
  await buy('0.0077')
  await sleep(250)
  before.socket.close()
  await before.closed
  await buy('0.0078')
  const guest = await home().join(NOT)
  guest.say('get_price')
  expect((await guest.next('price')).data).toBe('0.0078')
  await buy('0.0077')
  expect((await guest.next('price')).data).toBe('0.0077')
  guest.socket.close()
})

test('a socket that was told to go is not listened to, even when it stays', async () => {
  const { access, refresh } = await home().signUp()
  const stubborn = await home().join(DOGE, access)
  stubborn.socket.pause()
  await home().ask('POST', api.logout.path, { body: { refresh_token: refresh } })
  stubborn.say(
    `place_order/${JSON.stringify({ client_order_id: 'too-late', pair_id: DOGE, side: 'buy', type: 'limit', price: '0.09', volume: '20' })}`,
  )
  await sleep(200)
  const sums = await home().exchange.sequencer.read(({ orders }) =>
    [...orders.values()].filter(({ clientId }) => clientId === 'too-late'),
  )
  expect(sums).toEqual([])
  stubborn.socket.terminate()
})
