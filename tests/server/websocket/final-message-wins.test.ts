/** The last message of a socket matches the final state, for own orders and for the market. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { OrdersPage, OrderView } from '../../../src/contract/orders/views.ts'
import { openOrders } from '../../../src/engine/exchange.ts'
import { type SocketClient, setUpTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const DOGE = 7
const NOT = 9

async function allOrders({ request }: TestServer, access: string): Promise<OrderView[]> {
  const orders: OrderView[] = []
  for (;;) {
    const path = `${api.orders.path}?status=all&limit=100&offset=${orders.length}`
    const { body } = await request<OrdersPage>('GET', path, { access })
    orders.push(...body.orders)
    if (!body.next) return orders
  }
}

const lastStates = ({ messages }: SocketClient): Map<string, string> => {
  const states = new Map<string, string>()
  for (const message of messages)
    if (message.type === 'order_accepted' || message.type === 'order_update')
      states.set(message.data.uuid, `${message.data.status} ${message.data.filled_volume}`)
  return states
}

test('The last message about each order matches its final state after concurrent orders and cancels', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => server().signUp()))
  const sockets = await Promise.all(users.map(({ access }) => server().openSocket(DOGE, access)))
  await server().placeSellOrder(DOGE, '0.1', '40000')
  for (const socket of sockets)
    socket.send(
      `place_order/${JSON.stringify({ client_order_id: randomUUID(), pair_id: DOGE, side: 'buy', type: 'market', volume: '10000' })}`,
    )
  for (const socket of sockets) await socket.next('order_accepted')
  for (let round = 0; round < 25; round++) {
    for (const [index, socket] of sockets.entries()) {
      const side = (index + round) % 2 === 0 ? 'buy' : 'sell'
      for (const volume of ['11', '13', '17'])
        socket.send(
          `place_order/${JSON.stringify({ client_order_id: randomUUID(), pair_id: DOGE, side, type: 'limit', price: '0.1', volume })}`,
        )
      if (index === round % 4) socket.send('cancel_all_orders/all')
    }
    await sleep(2)
  }
  for (const [index, socket] of sockets.entries()) {
    const compare = async () => {
      const orders = await allOrders(server(), users[index]?.access ?? '')
      const history = new Map(orders.map((order) => [order.uuid, `${order.status} ${order.filled_volume}`]))
      return { history, messages: lastStates(socket) }
    }
    await expect
      .poll(compare)
      .toSatisfy(({ history, messages }) => history.size > 60 && isDeepStrictEqual(messages, history))
    socket.socket.close()
  }
})

test('A socket receives a price that changed while no client was subscribed and then changed back', async () => {
  const { access } = await server().signUp()
  const buy = async (price: string): Promise<void> => {
    await server().placeSellOrder(NOT, price, '200')
    const body = { client_order_id: randomUUID(), pair_id: NOT, side: 'buy', type: 'limit', price, volume: '200' }
    expect((await server().request('POST', api.placeOrder.path, { access, body })).status).toBe(200)
  }
  const before = await server().openSocket(NOT)
  await buy('0.0077')
  await sleep(250)
  before.socket.close()
  await before.closed
  await buy('0.0078')
  const guest = await server().openSocket(NOT)
  guest.send('get_price')
  // The push after subscribing and the answer both have it.
  const lastPrice = () => guest.messages.flatMap((message) => (message.type === 'price' ? message.data : [])).at(-1)
  await expect.poll(lastPrice).toBe('0.0078')
  await buy('0.0077')
  await expect.poll(lastPrice).toBe('0.0077')
  guest.socket.close()
})

test('The WebSocket server ignores messages on a socket whose session was revoked', async () => {
  const { access, refresh } = await server().signUp()
  const revokedSocket = await server().openSocket(DOGE, access)
  revokedSocket.socket.pause()
  await server().request('POST', api.logout.path, { body: { refresh_token: refresh } })
  revokedSocket.send(
    `place_order/${JSON.stringify({ client_order_id: 'too-late', pair_id: DOGE, side: 'buy', type: 'limit', price: '0.09', volume: '20' })}`,
  )
  await sleep(200)
  const lateOrders = await server().exchange.sequencer.read((state) =>
    [...openOrders(state)].filter(({ clientId }) => clientId === 'too-late'),
  )
  expect(lateOrders).toEqual([])
  revokedSocket.socket.terminate()
})
