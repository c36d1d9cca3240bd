/** Hostile socket input: the server continues, and balances, orders and books stay unchanged. */

import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { placeOrderBody } from '../../../src/contract/orders/schemas.ts'
import { COMMANDS, QUERIES } from '../../../src/contract/socket.ts'
import { HOSTILE_LITERALS, toText } from '../../fixtures/hostile-inputs.ts'
import { randomBuffer, randomInteger } from '../../fixtures/random-seed.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { frame, openRawSocket, type RawSocket } from '../../fixtures/websocket-frames.ts'

const FRAMES = Number(process.env.FRAMES ?? 20_000)
const MOST_GROWTH_BYTES = 64 * 2 ** 20
const PATH = '/ws/charts/7/Unauthorized/'

const server = setUpTestServer()
let before = ''
beforeAll(async () => {
  before = await server().stateHash()
})
/** Another client still gets replies, and the state is unchanged. */
afterEach(async () => {
  const other = await server().openSocket(7)
  other.send('ping')
  await other.next('pong')
  other.socket.terminate()
  expect(await server().stateHash()).toBe(before)
})

/** Signs up a user; returns the path of a socket with their ticket. */
async function signUpUser(): Promise<string> {
  const { access } = await server().signUp()
  before = await server().stateHash()
  const { body } = await server().request<{ ticket: string }>('POST', api.socketTicket.path, { body: {}, access })
  return `/ws/charts/7/Bearer_${body.ticket}/`
}

/** An order with valid fields that exceeds every balance. */
const order = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '200000' }

test('The WebSocket server accepts no order from hostile arguments and hostile order fields', async () => {
  const { access } = await server().signUp()
  before = await server().stateHash()
  const me = await server().openSocket(7, access)
  const names = [...QUERIES, ...COMMANDS]
  const texts = names.flatMap((name) => [name, ...HOSTILE_LITERALS.map((literal) => `${name}/${toText(literal)}`)])
  for (const field of [...Object.keys(placeOrderBody.shape), 'x', '__proto__'])
    for (const literal of HOSTILE_LITERALS) {
      const rest = Object.entries({ client_order_id: randomUUID(), ...order }).filter(([name]) => name !== field)
      const fields = [...rest.map(([name, value]) => `"${name}":${JSON.stringify(value)}`), `"${field}":${literal}`]
      texts.push(`place_order/{${fields.join(',')}}`)
    }
  const short = texts.filter((text) => Buffer.byteLength(text) < 16_000)
  for (const [index, text] of short.entries()) {
    me.send(text)
    // Unread replies count against the client.
    if (index % 50 === 0) await sleep(1)
  }
  me.send('ping')
  while (!me.messages.some(({ type }) => type === 'pong')) await sleep(5)
  expect(short.length).toBeGreaterThan(3_000)
  await noNewMessages(me.messages)
  expect(me.messages.filter(({ type }) => type === 'order_accepted' || type === 'orders_cancelled')).toEqual([])
  expect(me.messages.filter(({ type }) => type === 'order_rejected').length).toBeGreaterThan(200)
  me.socket.terminate()
})

/** Resolves after 300 ms without a new message. */
async function noNewMessages(messages: readonly unknown[]): Promise<void> {
  for (let count = -1; count !== messages.length; ) {
    count = messages.length
    await sleep(300)
  }
}

const pick = <T>(from: readonly T[]): T => from[randomInteger(from.length)] as T
const names = [...QUERIES, ...COMMANDS]

/** A random, mostly malformed message. */
function randomMessage(): Buffer {
  const roll = randomInteger(6)
  if (roll === 0) return randomBuffer(randomInteger(200))
  if (roll === 1) return Buffer.from(`${pick(names)}/${toText(pick(HOSTILE_LITERALS))}`).subarray(0, 16_000)
  if (roll === 2)
    return Buffer.from(`place_order/${JSON.stringify({ ...order, [pick(names)]: 1 }).slice(randomInteger(90))}`)
  if (roll === 3) return Buffer.from(`place_order/{"client_order_id":${pick(HOSTILE_LITERALS).slice(0, 9_000)}}`)
  if (roll === 4) return Buffer.from(pick(names).slice(0, randomInteger(20)))
  return Buffer.from([0xff, 0xfe, ...randomBuffer(3)])
}

/** A random frame: mostly valid, sometimes a protocol violation. */
function randomFrame(): Buffer {
  const roll = randomInteger(100)
  if (roll < 80) return frame(String(randomMessage()).toWellFormed())
  if (roll < 84)
    return Buffer.concat([frame('pi', { final: false }), frame('', { opcode: 9 }), frame('ng', { opcode: 0 })])
  if (roll < 86) return frame(randomBuffer(randomInteger(125)), { opcode: pick([9, 10]) })
  if (roll < 88) return frame(randomMessage(), { opcode: pick([0, 2, 3, 7, 11, 15]) })
  if (roll < 90) return frame(randomMessage(), { reserved: 1 + randomInteger(7) })
  if (roll < 92) return frame(randomMessage(), { masked: false })
  if (roll < 94) return frame(Buffer.from([0x61, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]))
  if (roll < 95) return frame(randomBuffer(200), { opcode: pick([8, 9]) })
  if (roll < 96) return frame('x', { declaredLength: pick([16_385, 2 ** 31, 2 ** 53]) })
  if (roll < 97) return frame(randomBuffer(randomInteger(20)), { opcode: 8 })
  if (roll < 98) return frame('half', { final: false })
  return randomBuffer(1 + randomInteger(300))
}

/** Bytes in use after a garbage collection, and the resident set size. */
function memory(): { heap: number; whole: number } {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, whole: rss }
}

test(`The WebSocket server leaks no memory over ${FRAMES} frames, many of them malformed`, async () => {
  const signedIn = await signUpUser()
  const open: RawSocket[] = [await openRawSocket(server().address, signedIn)]
  const start = memory()
  let [sent, closedCount] = [0, 0]
  while (sent < FRAMES) {
    while (open.length < 4) open.push(await openRawSocket(server().address, PATH))
    for (const [index, socket] of open.entries()) {
      if (socket.stream.destroyed || !socket.stream.writable) {
        open.splice(index, 1)
        closedCount += 1
        continue
      }
      const several = Array.from({ length: 1 + randomInteger(8) }, randomFrame)
      socket.stream.write(Buffer.concat(several))
      sent += several.length
    }
    await new Promise((wake) => setImmediate(wake))
  }
  for (const { stream } of open) stream.destroy()
  expect(closedCount).toBeGreaterThan(FRAMES / 100)
  await sleep(300)
  const end = memory()
  expect(end.heap - start.heap).toBeLessThan(MOST_GROWTH_BYTES)
  expect(end.whole - start.whole).toBeLessThan(4 * MOST_GROWTH_BYTES)
}, 300_000)

test.each([
  ['A frame without a mask', frame('ping', { masked: false }), 1002],
  ['A frame with a reserved bit', frame('ping', { reserved: 4 }), 1002],
  ['A frame with an unknown opcode', frame('ping', { opcode: 5 }), 1002],
  ['A continuation frame without a start', frame('ping', { opcode: 0 }), 1002],
  ['A text frame with invalid UTF-8', frame(Buffer.from([0xc0, 0x80])), 1007],
  ['A text frame with an incomplete character', frame(Buffer.from([0x70, 0xe2, 0x82])), 1007],
  ['A frame with a length of 2^40', frame('x', { declaredLength: 2 ** 40 }), 1009],
  ['A frame one byte above the length limit', frame('x', { declaredLength: 16_385 }), 1009],
  ['A fragmented message above the length limit', Buffer.concat([long(), long({ opcode: 0 })]), 1009],
  ['A ping frame that is too long', frame('x'.repeat(126), { opcode: 9 }), 1002],
  ['A close frame with half a status code', frame(Buffer.from([3]), { opcode: 8 }), 1002],
] as const)('%s closes the socket with its status code', async (_name, bytes, code) => {
  const socket = await openRawSocket(server().address, PATH)
  await sleep(20)
  const startLength = socket.received().length
  socket.stream.write(bytes)
  await socket.closed
  // The last frame of the server is a close frame of at least four bytes with the code.
  const texts = socket.received().subarray(startLength)
  expect(texts.includes(Buffer.from([code >> 8, code & 0xff]))).toBe(true)
})

function long(shape = {}): Buffer {
  return frame('x'.repeat(10_000), { final: false, ...shape })
}

test('The WebSocket server accepts a message in many fragments and single bytes', async () => {
  const socket = await openRawSocket(server().address, PATH)
  await sleep(20)
  const startLength = socket.received().length
  const parts = [frame('p', { final: false }), frame('in', { final: false, opcode: 0 }), frame('g', { opcode: 0 })]
  for (const byte of Buffer.concat(parts)) {
    socket.stream.write(Buffer.from([byte]))
    await sleep(1)
  }
  while (!socket.received().subarray(startLength).includes('"pong"')) await sleep(5)
  socket.stream.destroy()
})

test('Incomplete requests, incomplete frames and half-open connections do not block other clients', async () => {
  const { hostname, port } = new URL(server().address)
  const half = Array.from({ length: 200 }, (_, index) => {
    const stream = connect(Number(port), hostname)
    stream.on('error', () => undefined)
    stream.write(
      index % 2 === 0 ? 'GET /ws/charts/7/Unauth' : 'POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{',
    )
    return stream
  })
  const silent = await Promise.all(Array.from({ length: 50 }, () => openRawSocket(server().address, PATH)))
  for (const { stream } of silent) {
    stream.write(frame('get_orderbook').subarray(0, 5))
    stream.pause()
  }
  const others = await Promise.all(Array.from({ length: 10 }, () => server().openSocket(7)))
  for (const other of others) other.send('get_orderbook')
  for (const other of others) {
    await other.next('orderbook')
    other.socket.terminate()
  }
  expect((await server().request('GET', '/health')).status).toBe(200)
  for (const stream of [...half, ...silent.map(({ stream }) => stream)]) stream.destroy()
})
