/** Whatever is said on a socket: the exchange goes on, and money, orders and books are as they were. */

import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { placeOrderBody } from '../../src/contract/schemas.ts'
import { COMMANDS, QUESTIONS } from '../../src/contract/socket.ts'
import { house } from './exchange-world.ts'
import { frame, openRaw, type RawSocket } from './frames.ts'
import { NASTY, plain } from './literals.ts'

const FRAMES = Number(process.env.FRAMES ?? 20_000)
const MOST_GROWTH_BYTES = 64 * 2 ** 20
const PATH = '/ws/charts/7/Unauthorized/'

const home = house()
let before = ''
beforeAll(async () => {
  before = await home().stateHash()
})
/** Somebody else is answered as ever, and nothing has happened. */
afterEach(async () => {
  const other = await home().join(7)
  other.say('ping')
  await other.next('pong')
  other.socket.terminate()
  expect(await home().stateHash()).toBe(before)
})

/** A member, and the path of a socket of theirs. */
async function member(): Promise<string> {
  const { access } = await home().signUp()
  before = await home().stateHash()
  const { body } = await home().ask<{ ticket: string }>('POST', api.socketTicket.path, { body: {}, access })
  return `/ws/charts/7/Bearer_${body.ticket}/`
}

/** More than anybody has: good in every field, and refused. */
const order = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '200000' }

test('every word with every argument, and every field of an order', async () => {
  const { access } = await home().signUp()
  before = await home().stateHash()
  const me = await home().join(7, access)
  const words = [...QUESTIONS, ...COMMANDS]
  const said = words.flatMap((word) => [word, ...NASTY.map((literal) => `${word}/${plain(literal)}`)])
  for (const field of [...Object.keys(placeOrderBody.shape), 'x', '__proto__'])
    for (const literal of NASTY) {
      const rest = Object.entries({ client_order_id: randomUUID(), ...order }).filter(([name]) => name !== field)
      const fields = [...rest.map(([name, value]) => `"${name}":${JSON.stringify(value)}`), `"${field}":${literal}`]
      said.push(`place_order/{${fields.join(',')}}`)
    }
  const short = said.filter((text) => Buffer.byteLength(text) < 16_000)
  for (const [index, text] of short.entries()) {
    me.say(text)
    // What is unread counts against the reader.
    if (index % 50 === 0) await sleep(1)
  }
  me.say('ping')
  while (!me.heard.some(({ type }) => type === 'pong')) await sleep(5)
  expect(short.length).toBeGreaterThan(3_000)
  await settled(me.heard)
  expect(me.heard.filter(({ type }) => type === 'order_accepted' || type === 'orders_cancelled')).toEqual([])
  expect(me.heard.filter(({ type }) => type === 'order_rejected').length).toBeGreaterThan(200)
  me.socket.terminate()
}, 60_000)

/** Nothing new was heard for a while. */
async function settled(heard: readonly unknown[]): Promise<void> {
  for (let count = -1; count !== heard.length; ) {
    count = heard.length
    await sleep(300)
  }
}

const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)] as T
const words = [...QUESTIONS, ...COMMANDS]

/** Something like a message. */
function gibberish(): Buffer {
  const roll = randomInt(6)
  if (roll === 0) return randomBytes(randomInt(200))
  if (roll === 1) return Buffer.from(`${pick(words)}/${plain(pick(NASTY))}`).subarray(0, 16_000)
  if (roll === 2)
    return Buffer.from(`place_order/${JSON.stringify({ ...order, [pick(words)]: 1 }).slice(randomInt(90))}`)
  if (roll === 3) return Buffer.from(`place_order/{"client_order_id":${pick(NASTY).slice(0, 9_000)}}`)
  if (roll === 4) return Buffer.from(pick(words).slice(0, randomInt(20)))
  return Buffer.from([0xff, 0xfe, ...randomBytes(3)])
}

/** Mostly what a client may send, now and then what none may. */
function anyFrame(): Buffer {
  const roll = randomInt(100)
  if (roll < 80) return frame(String(gibberish()).toWellFormed())
  if (roll < 84)
    return Buffer.concat([frame('pi', { final: false }), frame('', { opcode: 9 }), frame('ng', { opcode: 0 })])
  if (roll < 86) return frame(randomBytes(randomInt(125)), { opcode: pick([9, 10]) })
  if (roll < 88) return frame(gibberish(), { opcode: pick([0, 2, 3, 7, 11, 15]) })
  if (roll < 90) return frame(gibberish(), { reserved: 1 + randomInt(7) })
  if (roll < 92) return frame(gibberish(), { masked: false })
  if (roll < 94) return frame(Buffer.from([0x61, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]))
  if (roll < 95) return frame(randomBytes(200), { opcode: pick([8, 9]) })
  if (roll < 96) return frame('x', { says: pick([16_385, 2 ** 31, 2 ** 53]) })
  if (roll < 97) return frame(randomBytes(randomInt(20)), { opcode: 8 })
  if (roll < 98) return frame('half', { final: false })
  return randomBytes(1 + randomInt(300))
}

/** What is alive after a collection, and all that the process holds. */
function memory(): { heap: number; whole: number } {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, whole: rss }
}

test(`${FRAMES} frames, many of them malformed, and no memory is lost over them`, async () => {
  const signedIn = await member()
  const open: RawSocket[] = [await openRaw(home().address, signedIn)]
  const start = memory()
  let [sent, torn] = [0, 0]
  while (sent < FRAMES) {
    while (open.length < 4) open.push(await openRaw(home().address, PATH))
    for (const [index, socket] of open.entries()) {
      if (socket.stream.destroyed || !socket.stream.writable) {
        open.splice(index, 1)
        torn += 1
        continue
      }
      const several = Array.from({ length: 1 + randomInt(8) }, anyFrame)
      socket.stream.write(Buffer.concat(several))
      sent += several.length
    }
    await new Promise((wake) => setImmediate(wake))
  }
  for (const { stream } of open) stream.destroy()
  expect(torn).toBeGreaterThan(FRAMES / 100)
  await sleep(300)
  const end = memory()
  expect(end.heap - start.heap).toBeLessThan(MOST_GROWTH_BYTES)
  expect(end.whole - start.whole).toBeLessThan(4 * MOST_GROWTH_BYTES)
}, 300_000)

test.each([
  ['no mask', frame('ping', { masked: false }), 1002],
  ['a bit that nobody agreed on', frame('ping', { reserved: 4 }), 1002],
  ['a kind that there is not', frame('ping', { opcode: 5 }), 1002],
  ['a part of nothing', frame('ping', { opcode: 0 }), 1002],
  ['text that is no text', frame(Buffer.from([0xc0, 0x80])), 1007],
  ['half a character at the end', frame(Buffer.from([0x70, 0xe2, 0x82])), 1007],
  ['a length that nobody will wait for', frame('x', { says: 2 ** 40 }), 1009],
  ['a length just too long', frame('x', { says: 16_385 }), 1009],
  ['parts that are too long together', Buffer.concat([long(), long({ opcode: 0 })]), 1009],
  ['a ping that is too long', frame('x'.repeat(126), { opcode: 9 }), 1002],
  ['a close with half a reason', frame(Buffer.from([3]), { opcode: 8 }), 1002],
] as const)('%s ends the socket, with the reason', async (_name, bytes, code) => {
  const socket = await openRaw(home().address, PATH)
  await sleep(20)
  const mark = socket.heard().length
  socket.stream.write(bytes)
  await socket.closed
  // The last frame of the server: a close, four bytes long at least, with its code.
  const said = socket.heard().subarray(mark)
  expect(said.includes(Buffer.from([code >> 8, code & 0xff]))).toBe(true)
})

function long(shape = {}): Buffer {
  return frame('x'.repeat(10_000), { final: false, ...shape })
}

test('a message may come in as many parts, and as slowly, as somebody likes', async () => {
  const socket = await openRaw(home().address, PATH)
  await sleep(20)
  const mark = socket.heard().length
  const parts = [frame('p', { final: false }), frame('in', { final: false, opcode: 0 }), frame('g', { opcode: 0 })]
  for (const byte of Buffer.concat(parts)) {
    socket.stream.write(Buffer.from([byte]))
    await sleep(1)
  }
  while (!socket.heard().subarray(mark).includes('"pong"')) await sleep(5)
  socket.stream.destroy()
})

test('half a request, half a frame, and half-open lines hold up nobody', async () => {
  const { hostname, port } = new URL(home().address)
  const half = Array.from({ length: 200 }, (_, index) => {
    const stream = connect(Number(port), hostname)
    stream.on('error', () => undefined)
    stream.write(
      index % 2 === 0 ? 'GET /ws/charts/7/Unauth' : 'POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{',
    )
    return stream
  })
  const silent = await Promise.all(Array.from({ length: 50 }, () => openRaw(home().address, PATH)))
  for (const { stream } of silent) {
    stream.write(frame('get_orderbook').subarray(0, 5))
    stream.pause()
  }
  const others = await Promise.all(Array.from({ length: 10 }, () => home().join(7)))
  for (const other of others) other.say('get_orderbook')
  for (const other of others) {
    await other.next('orderbook')
    other.socket.terminate()
  }
  expect((await home().ask('GET', '/health')).status).toBe(200)
  for (const stream of [...half, ...silent.map(({ stream }) => stream)]) stream.destroy()
})
