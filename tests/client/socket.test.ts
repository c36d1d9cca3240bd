import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backoffMillis } from '../../src/client/connection/backoff.ts'
import { MarketSocket, type SocketState } from '../../src/client/connection/socket.ts'
import { QUESTIONS, type ServerMessage } from '../../src/contract/socket.ts'
import { socketWorld, until } from './socket-world.ts'

let world: Awaited<ReturnType<typeof socketWorld>>
let states: SocketState[]
let messages: ServerMessage[]
let tokens: (string | undefined)[]
let socket: MarketSocket

const timing = { pingMillis: 60, staleMillis: 150, openMillis: 400, backoff: () => 10 }
const names = () => states.map(({ state }) => state)

beforeEach(async () => {
  world = await socketWorld()
  states = []
  messages = []
  tokens = []
  socket = new MarketSocket({
    address: (pair, token) => `${world.address}/ws/charts/${pair}/${token}/`,
    token: async () => (tokens.length > 0 ? tokens.shift() : 'Unauthorized'),
    questions: () => QUESTIONS,
    heard: (message) => messages.push(message),
    changed: (state) => states.push(state),
    timing,
  })
})

afterEach(async () => {
  socket.close()
  await world.close()
})

/** Opens a pair and waits until the first message made the line live. */
async function live(pair = 1) {
  socket.open(pair)
  await until(() => world.lines.length > 0 && world.last().heard.length >= QUESTIONS.length, 'the questions')
  world.say({ type: 'price', data: '1' })
  await until(() => names().at(-1) === 'live', 'live')
}

describe('the socket', () => {
  test('asks for all it shows, and is live with the first message', async () => {
    tokens = ['Bearer_ticket-1']
    await live(7)
    expect(world.last().path).toBe('/ws/charts/7/Bearer_ticket-1/')
    expect(world.last().heard).toEqual(QUESTIONS)
    expect(names()).toEqual(['connecting', 'live'])
  })

  test('does not hear what is no message', async () => {
    await live()
    world.say('Пользователь присоединился')
    world.say('{"half":')
    world.say('[1]')
    world.say({ type: 'pong', server_time: 1 })
    await until(() => messages.length === 2)
    expect(messages.map(({ type }) => type)).toEqual(['price', 'pong'])
  })

  test('pings, and notices silence', async () => {
    await live()
    await until(() => world.lines[0]!.heard.includes('ping'), 'a ping')
    await until(() => names().includes('stale'), 'stale')
    await until(() => world.lines.length === 2, 'another line')
    expect(states.find(({ state }) => state === 'stale')).toMatchObject({ heardAt: expect.any(Number) })
  })

  test('comes back after the server went away, with a fresh token', async () => {
    tokens = ['Bearer_a', undefined, 'Bearer_b']
    await live()
    world.last().line.close(1012)
    await until(() => world.lines.length === 2, 'another line')
    expect(world.last().path).toContain('Bearer_b')
    world.say({ type: 'price', data: '2' })
    await until(() => names().at(-1) === 'live')
    expect(names()).toEqual(['connecting', 'live', 'offline', 'connecting', 'offline', 'connecting', 'live'])
  })

  test('hears nothing of the former pair', async () => {
    await live(1)
    const former = world.last().line
    socket.open(2)
    former.send(JSON.stringify({ type: 'price', data: 'old' }))
    await until(() => world.lines.length === 2)
    await until(() => former.readyState === former.CLOSED, 'the former line to close')
    expect(messages).toHaveLength(1)
  })

  test('says nothing on a line that is not live', async () => {
    expect(socket.say('get_price')).toBe(false)
    await live()
    expect(socket.say('get_price')).toBe(true)
    socket.close()
    expect(socket.say('get_price')).toBe(false)
  })

  test('wakes at once from a dead line', async () => {
    await live()
    socket.wake()
    expect(names().at(-1)).toBe('live')
    world.last().line.terminate()
    await until(() => names().at(-1) === 'offline')
    socket.wake()
    expect(names().at(-1)).toBe('connecting')
  })
})

test('waits grow from 1 to 30 seconds and are never the same for all', () => {
  const full = [0, 1, 2, 3, 4, 5, 40].map((attempt) => backoffMillis(attempt, () => 0))
  expect(full).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(backoffMillis(3, () => 0.9)).toBe(5_600)
})
