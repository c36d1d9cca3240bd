/** The time limit of an order request, over HTTP and the socket. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()

const order = (valid_until?: unknown) => ({
  client_order_id: randomUUID(),
  pair_id: 7,
  side: 'buy',
  type: 'limit',
  price: '0.08',
  volume: '20',
  ...(valid_until !== undefined && { valid_until }),
})

test('An order whose time limit has passed is refused and not placed', async () => {
  const { access } = await server().signUp()
  const place = (body: object) =>
    server().request<OrderView & { code?: string }>('POST', api.placeOrder.path, { access, body })
  const expired = await place(order(server().now() - 1_000))
  expect([expired.status, expired.body.code]).toEqual([409, 'REQUEST_EXPIRED'])
  expect((await place(order(server().now() + 30_000))).status).toBe(200)
  for (const invalid of ['soon', -1, 1.5]) expect((await place(order(invalid))).status).toBe(422)
  const { body } = await server().request<{ orders: unknown[] }>('GET', `${api.orders.path}?status=all`, { access })
  expect(body.orders).toHaveLength(1)
})

test('A late repeat of a request gets the first answer while its order is open, and is refused as expired afterwards', async () => {
  const { access } = await server().signUp()
  const socket = await server().openSocket(7, access)
  const body = order(server().now() + 5_000)
  const send = () => socket.send(`place_order/${JSON.stringify(body)}`)
  send()
  const { data } = await socket.next('order_accepted')
  server().advanceClock(3_600_000)
  send()
  expect((await socket.next('order_accepted')).data.uuid).toBe(data.uuid)
  socket.send(`cancel_order/${data.uuid}`)
  await socket.next('order_update')
  send()
  expect((await socket.next('order_rejected')).code).toBe('REQUEST_EXPIRED')
  socket.socket.close()
})

test('The socket tells the server time', async () => {
  const socket = await server().openSocket(7)
  const before = server().now()
  socket.send('ping')
  const { server_time } = await socket.next('pong')
  expect(Math.abs(server_time - before)).toBeLessThan(60_000)
  socket.socket.close()
})
