import { expect, test } from 'vitest'
import { openSocketClient, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ RATE_LIMITS: 'on', SOCKET_ACCESS_TOKEN: 'on' })
/** Counts no socket of another test that it has not noticed to be closed. */
const counting = setUpTestServer({ RATE_LIMITS: 'on' })

test('An access token opens a socket if the operator allows it', async () => {
  const { access } = await server().signUp()
  for (const token of [`Bearer_${access}`, access]) {
    const socket = await openSocketClient(`${server().address}/ws/charts/1/${token}/`)
    socket.send('get_assets')
    expect((await socket.next('assets')).data.length).toBeGreaterThan(0)
    socket.socket.terminate()
  }
})

test('The socket rate limiter allows a burst of 40 messages and 20 per second, then closes the socket', async () => {
  server().stopClock()
  const socket = await server().openSocket(1)
  for (let count = 0; count < 60; count++) socket.send('ping')
  socket.send('place_order/{"client_order_id":"too-fast"}')
  expect(await socket.next('order_rejected')).toMatchObject({ client_order_id: 'too-fast', code: 'RATE_LIMITED' })
  expect(socket.messages.filter(({ type }) => type === 'pong')).toHaveLength(40)
  server().advanceClock(2_000)
  socket.send('ping')
  await socket.next('pong')
  for (let count = 0; count < 400; count++) socket.send('ping')
  expect(await socket.closed).toBe(4429)
})

test('The WebSocket server allows 10 sockets per user and 50 per address', async () => {
  const { access } = await counting().signUp()
  const open = await Promise.all(Array.from({ length: 10 }, () => counting().openSocket(1, access)))
  await expect(counting().openSocket(1, access)).rejects.toThrow('429')
  const guests = await Promise.allSettled(Array.from({ length: 45 }, () => counting().openSocket(1)))
  const refused = guests.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  for (const { socket } of open) socket.terminate()
})
