import { expect, test } from 'vitest'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const DAY = 24 * 60 * 60 * 1_000

test('A socket is closed when its session expires, and a guest socket stays open', async () => {
  const { access } = await server().signUp()
  const [socket, guest] = [await server().openSocket(1, access), await server().openSocket(1)]
  server().advanceClock(59 * DAY)
  socket.send('ping')
  await socket.next('pong')
  server().advanceClock(2 * DAY)
  socket.send('ping')
  expect(await socket.closed).toBe(4401)
  guest.send('ping')
  await guest.next('pong')
  expect(socket.messages.filter(({ type }) => type === 'pong')).toHaveLength(1)
})
