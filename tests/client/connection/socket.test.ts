import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backoffMillis } from '../../../src/client/connection/backoff.ts'
import { MarketSocket, type SocketState } from '../../../src/client/connection/socket.ts'
import type { PairId } from '../../../src/contract/ids.ts'
import { PING_EVERY_MILLIS, QUERIES, type ServerMessage, STALE_AFTER_MILLIS } from '../../../src/contract/socket.ts'
import { startFakeSocketServer, until, useFakeTime } from '../../fixtures/fake-socket-server.ts'

let server: Awaited<ReturnType<typeof startFakeSocketServer>>
let states: SocketState[]
let messages: ServerMessage[]
let tokens: (string | undefined)[]
let socket: MarketSocket

const BACKOFF_MILLIS = 1_000
const names = () => states.map(({ state }) => state)
const lastState = () => names().at(-1)

beforeEach(async () => {
  server = await startFakeSocketServer()
  useFakeTime()
  states = []
  messages = []
  tokens = []
  socket = new MarketSocket({
    url: (pair, token) => `${server.address}/ws/charts/${pair}/${token}/`,
    token: async () => (tokens.length > 0 ? tokens.shift() : 'Unauthorized'),
    openingMessages: () => QUERIES,
    onMessage: (message) => messages.push(message),
    onStateChange: (state) => states.push(state),
    timing: { backoff: () => BACKOFF_MILLIS },
  })
})

afterEach(async () => {
  socket.close()
  vi.useRealTimers()
  await server.close()
})

/** Opens a pair and waits until the first message makes the connection live. */
async function goLive(pair = 1) {
  socket.open(pair as PairId)
  await until(() => server.lines[0]?.heard.at(-1) === 'ping', 'the opening messages')
  server.say({ type: 'price', data: '1' })
  await until(() => lastState() === 'live', 'live')
}

const pauseBeforeRetry = () => vi.advanceTimersByTimeAsync(BACKOFF_MILLIS)

describe('The market socket', () => {
  test('The market socket sends its opening messages and is live after the first message', async () => {
    tokens = ['Bearer_ticket-1']
    await goLive(7)
    expect(server.last().path).toBe('/ws/charts/7/Bearer_ticket-1/')
    expect(server.last().heard).toEqual([...QUERIES, 'ping'])
    expect(names()).toEqual(['connecting', 'live'])
  })

  test('The market socket ignores text that is not a message', async () => {
    await goLive()
    server.say('Пользователь присоединился')
    server.say('{"half":')
    server.say('[1]')
    server.say({ type: 'pong', server_time: 1 })
    await until(() => messages.length === 2, 'both messages')
    expect(messages.map(({ type }) => type)).toEqual(['price', 'pong'])
  })

  test('The market socket sends pings, and reconnects after silence', async () => {
    await goLive()
    const lastMessageAt = Date.now()
    const pings = () => server.lines[0]?.heard.filter((text) => text === 'ping')
    vi.advanceTimersByTime(PING_EVERY_MILLIS)
    await until(() => pings()?.length === 2, 'a second ping')
    vi.advanceTimersByTime(STALE_AFTER_MILLIS - PING_EVERY_MILLIS - 1)
    expect(lastState()).toBe('live')
    vi.advanceTimersByTime(1)
    expect(states.at(-1)).toEqual({ state: 'stale', lastMessageAt })
    await pauseBeforeRetry()
    await until(() => server.lines.length === 2, 'another line')
  })

  test('The market socket reconnects with a new token after the server closes', async () => {
    tokens = ['Bearer_a', undefined, 'Bearer_b']
    await goLive()
    server.last().line.close(1012)
    await until(() => lastState() === 'offline', 'offline')
    await pauseBeforeRetry()
    await pauseBeforeRetry()
    await until(() => server.lines.length === 2, 'another line')
    expect(server.last().path).toContain('Bearer_b')
    server.say({ type: 'price', data: '2' })
    await until(() => lastState() === 'live', 'live')
    expect(names()).toEqual(['connecting', 'live', 'offline', 'connecting', 'offline', 'connecting', 'live'])
  })

  test('The market socket ignores messages of the former pair', async () => {
    await goLive(1)
    const former = server.last().line
    socket.open(2 as PairId)
    former.send(JSON.stringify({ type: 'price', data: 'old' }))
    await until(() => server.lines.length === 2, 'another line')
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
    expect(lastState()).toBe('live')
    server.last().line.terminate()
    await until(() => lastState() === 'offline', 'offline')
    socket.wake()
    expect(lastState()).toBe('connecting')
  })
})

test('The reconnect backoff grows from 1 to 30 seconds with jitter', () => {
  const full = [0, 1, 2, 3, 4, 5, 40].map((attempt) => backoffMillis(attempt, () => 0))
  expect(full).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(backoffMillis(3, () => 0.9)).toBe(5_600)
})
