/**
 * Idle sockets and sockets that never read, while others trade: orders are answered, books arrive, the server's memory
 * stays bounded, sockets that never read are dropped, and nothing is left after all are closed.
 */

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { PING_EVERY_MILLIS } from '../../src/contract/socket.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../fixtures/server-process.ts'
import { Trader } from '../fixtures/socket-trader.ts'
import { type Suite, tally } from './suite.ts'

const IDLE = 2_000
const NEVER_READING = 200
const OPEN_AT_ONCE = 50
const PAIR = 7
/** Above the memory before the sockets: 9 kB per socket, and up to 2 MB for each that does not read. */
const MAX_GROWTH_BYTES = 600_000_000
const ANSWER_MILLIS = 5_000
/** Database connections that the server may open meanwhile. */
const POOL_SIZE = 10
/** A socket that answers no ping is dropped at the second one. */
const DROP_MILLIS = 2 * PING_EVERY_MILLIS + 5_000
const ORDER = { pair_id: PAIR, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const

export const sockets: Suite = {
  about: `${IDLE} idle sockets and ${NEVER_READING} that never read, while others trade, for --minutes`,
  async run({ minutes }, report) {
    const violations: string[] = []
    const expectThat = (isTrue: boolean, text: string): void => {
      if (isTrue) return
      violations.push(text)
      report(text)
    }
    const counts = tally()
    const folder = scratchFolder()
    const server = await startServer(folder, await freePort())
    const pid = server.child.pid ?? 0
    try {
      const traders = [await Trader.signUp(server.address), await Trader.signUp(server.address)]
      for (const trader of traders) await trader.connect(PAIR)
      const [memoryBefore, filesBefore] = [memoryOf(pid), openFiles(pid)]
      const idle = await openSockets(server.address, IDLE)
      const neverReading = await openSockets(server.address, NEVER_READING)
      for (const socket of neverReading) socket.pause()
      const until = performance.now() + Math.max(minutes * 60_000, DROP_MILLIS)
      let maxMemory = 0
      while (performance.now() < until) {
        for (const trader of traders) {
          const books = bookCount(trader)
          const answer = await Promise.race([trader.place(ORDER), sleep(ANSWER_MILLIS)])
          expectThat(answer?.type === 'order_accepted', `an order got ${answer?.type ?? 'no answer'}`)
          if (answer?.type === 'order_accepted') trader.cancel(answer.data.uuid)
          await waitUntil(() => bookCount(trader) > books, ANSWER_MILLIS)
          expectThat(bookCount(trader) > books, 'a trader got no order book')
          await sleep(100)
          counts.add('orders answered')
        }
        maxMemory = Math.max(maxMemory, memoryOf(pid))
      }
      expectThat(maxMemory - memoryBefore < MAX_GROWTH_BYTES, `memory grew by ${maxMemory - memoryBefore} bytes`)
      const isOpen = ({ readyState }: WebSocket): boolean => readyState === WebSocket.OPEN
      expectThat(idle.every(isOpen), `${idle.filter((socket) => !isOpen(socket)).length} idle sockets were closed`)
      // A paused socket notices the end of its connection when it reads again.
      for (const socket of neverReading) socket.resume()
      await waitUntil(() => !neverReading.some(isOpen), ANSWER_MILLIS)
      const kept = neverReading.filter(isOpen).length
      expectThat(kept === 0, `${kept} sockets that never read are still open`)
      for (const socket of [...idle, ...neverReading]) socket.terminate()
      const left = (): number => openFiles(pid) - filesBefore - POOL_SIZE
      await waitUntil(() => left() <= 0, ANSWER_MILLIS)
      expectThat(left() <= 0, `${left()} files are open after the last close`)
      for (const trader of traders) trader.disconnect()
      counts.add('idle sockets', idle.length)
      counts.add('sockets that never read', neverReading.length)
      counts.add('of these dropped by the server', neverReading.length - kept)
      counts.add('MB before', Math.round(memoryBefore / 1e6))
      counts.add('MB at most', Math.round(maxMemory / 1e6))
      return { rows: counts.rows(), violations }
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

const bookCount = ({ messages }: Trader): number => messages.filter(({ type }) => type === 'orderbook').length

async function openSockets(address: string, count: number): Promise<WebSocket[]> {
  const opened: WebSocket[] = []
  while (opened.length < count)
    opened.push(...(await Promise.all(Array.from({ length: OPEN_AT_ONCE }, () => openSocket(address)))))
  return opened
}

async function openSocket(address: string): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/charts/${PAIR}/Unauthorized/`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => undefined)
  socket.on('message', () => undefined)
  return socket
}

/** Resident memory in bytes. Linux only, like `openFiles`. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

async function waitUntil(check: () => boolean, millis: number): Promise<void> {
  for (const until = performance.now() + millis; !check() && performance.now() < until; ) await sleep(50)
}
