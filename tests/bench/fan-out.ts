/** Broadcast of one busy pair to many sockets: message rate, delay and CPU time of the server. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../fixtures/server-process.ts'
import { BenchUser } from './bench-user.ts'
import { openGuestSockets } from './socket-clients.ts'
import { type Bench, percentile, type Row, usageOf } from './statistics.ts'

const SOCKETS = 1_000
const ORDERS_A_SECOND = 20
const SECONDS = 15
const BOOK = '{"type":"orderbook"'

export const benchFanOut: Bench = {
  includes:
    'book, price, statistics, trades and candle of one pair, sent at most ten times a second; delay of a book: time after the first socket got it; the clients run on the same cores',
  async run() {
    const folder = scratchFolder()
    const server = await startServer(folder, await freePort())
    try {
      const user = await BenchUser.join(server.address, 0)
      await user.buyStock()
      return [await measure(server.address, server.child.pid ?? 0, user)]
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure(address: string, pid: number, user: BenchUser): Promise<Row> {
  let messages = 0
  /** Time of the first delivery of each book, by its text. */
  const first = new Map<string, number>()
  const delays: number[] = []
  const guests = await openGuestSockets(address, SOCKETS, (text) => {
    messages += 1
    if (!text.startsWith(BOOK)) return
    const now = performance.now()
    const seen = first.get(text)
    if (seen === undefined) first.set(text, now)
    delays.push(now - (seen ?? now))
  })
  await sleep(1_000)
  messages = 0
  delays.length = 0
  first.clear()
  const [cpu, own, start] = [usageOf(pid).seconds, usageOf(process.pid).seconds, performance.now()]
  while (performance.now() < start + SECONDS * 1_000) {
    user.sendNextRequest(Math.random, performance.now())
    await sleep(1_000 / ORDERS_A_SECOND)
  }
  const seconds = (performance.now() - start) / 1_000
  const row = {
    sockets: SOCKETS,
    'books/s': Math.round(first.size / seconds),
    'messages/s': Math.round(messages / seconds),
    'delay p50 ms': percentile(delays, 50),
    'delay p99 ms': percentile(delays, 99),
    'server CPU %': Math.round(((usageOf(pid).seconds - cpu) / seconds) * 100),
    'client CPU %': Math.round(((usageOf(process.pid).seconds - own) / seconds) * 100),
  }
  guests.close()
  user.close()
  return row
}
