import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backoffMillis } from '../../../src/client/connection/backoff.ts'
import { MarketSocket, type SocketState } from '../../../src/client/connection/socket.ts'
import type { PairId } from '../../../src/contract/ids.ts'
import { QUERIES, type ServerMessage } from '../../../src/contract/socket.ts'
import { startFakeSocketServer, until } from '../../fixtures/fake-socket-server.ts'

let server: Awaited<ReturnType<typeof startFakeSocketServer>>
let states: SocketState[]
let messages: ServerMessage[]
let tokens: (string | undefined)[]
let socket: MarketSocket

const timing = { pingMillis: 60, staleMillis: 150, openMillis: 400, backoff: () => 10 }
const names = () => states.map(({ state }) => state)

beforeEach(async () => {
  server = await startFakeSocketServer()
  states = []
  messages = []
  tokens = []
  socket = new MarketSocket({
    url: (pair, token) => `${server.address}/ws/charts/${pair}/${token}/`,
    token: async () => (tokens.length > 0 ? tokens.shift() : 'Unauthorized'),
    openingMessages: () => QUERIES,
    onMessage: (message) => messages.push(message),
    onStateChange: (state) => states.push(state),
    timing,
  })
})

afterEach(async () => {
  socket.close()
  await server.close()
})

/** Opens a pair and waits until the first message makes the connection live. */
async function goLive(pair = 1) {
  socket.open(pair as PairId)
  await until(() => server.lines.length > 0 && server.last().heard.length >= QUERIES.length, 'the opening messages')
  server.say({ type: 'price', data: '1' })
  await until(() => names().at(-1) === 'live', 'live')
}

describe('The market socket', () => {
  test('The market socket sends its opening messages and is live after the first message', async () => {
    tokens = ['Bearer_ticket-1']
    await goLive(7)
    expect(server.last().path).toBe('/ws/charts/7/Bearer_ticket-1/')
    expect(server.last().heard.slice(0, QUERIES.length)).toEqual(QUERIES)
    expect(names()).toEqual(['connecting', 'live'])
  })

  test('The market socket ignores text that is not a message', async () => {
    await goLive()
    server.say('Пользователь присоединился')
    server.say('{"half":')
    server.say('[1]')
    server.say({ type: 'pong', server_time: 1 })
    await until(() => messages.length === 2)
    expect(messages.map(({ type }) => type)).toEqual(['price', 'pong'])
  })

  test('The market socket sends pings, and reconnects after silence', async () => {
    await goLive()
    await until(() => server.lines[0]!.heard.includes('ping'), 'a ping')
    await until(() => names().includes('stale'), 'stale')
    await until(() => server.lines.length === 2, 'another line')
    expect(states.find(({ state }) => state === 'stale')).toMatchObject({ lastMessageAt: expect.any(Number) })
  })

  test('The market socket reconnects with a new token after the server closes', async () => {
    tokens = ['Bearer_a', undefined, 'Bearer_b']
    await goLive()
    server.last().line.close(1012)
    await until(() => server.lines.length === 2, 'another line')
    expect(server.last().path).toContain('Bearer_b')
    server.say({ type: 'price', data: '2' })
    await until(() => names().at(-1) === 'live')
    expect(names()).toEqual(['connecting', 'live', 'offline', 'connecting', 'offline', 'connecting', 'live'])
  })

  test('The market socket ignores messages of the former pair', async () => {
    await goLive(1)
    const former = server.last().line
    socket.open(2 as PairId)
    former.send(JSON.stringify({ type: 'price', data: 'old' }))
    await until(() => server.lines.length === 2)
    await until(() => former.readyState === former.CLOSED, 'the former connection to close')
    expect(messages).toHaveLength(1)
  })

  test('The market socket sends only while it is live', async () => {
    expect(socket.send('get_price')).toBe(false)
    await goLive()
    expect(socket.send('get_price')).toBe(true)
    socket.close()
    expect(socket.send('get_price')).toBe(false)
  })

  test('The market socket reconnects at once when woken after a lost connection', async () => {
    await goLive()
    socket.wake()
    expect(names().at(-1)).toBe('live')
    server.last().line.terminate()
    await until(() => names().at(-1) === 'offline')
    socket.wake()
    expect(names().at(-1)).toBe('connecting')
  })
})

test('The reconnect backoff grows from 1 to 30 seconds with jitter', () => {
  const full = [0, 1, 2, 3, 4, 5, 40].map((attempt) => backoffMillis(attempt, () => 0))
  expect(full).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(backoffMillis(3, () => 0.9)).toBe(5_600)
})
