/** Many sockets on one pair whose book changes all the time: what reaches them, how soon, and what it costs the server. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startServer } from '../server/running-server.ts'
import { scratchFolder } from '../server/world.ts'
import { BenchUser } from './bench-user.ts'
import { openCrowd } from './crowd.ts'
import { type Bench, percentile, type Row, usageOf } from './figures.ts'

const SOCKETS = 1_000
const ORDERS_A_SECOND = 20
const SECONDS = 15
const BOOK = '{"type":"orderbook"'

export const benchFanOut: Bench = {
  includes:
    'book, price, figures, tape and candle of one pair, said ten times a second at most; a book late by how long after the first socket the others have it, the last of them all; the reader on the same cores',
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
  /** Of every book, by its text: when the first had it. */
  const first = new Map<string, number>()
  const late: number[] = []
  const crowd = await openCrowd(address, SOCKETS, (text) => {
    messages += 1
    if (!text.startsWith(BOOK)) return
    const now = performance.now()
    const seen = first.get(text)
    if (seen === undefined) first.set(text, now)
    late.push(now - (seen ?? now))
  })
  await sleep(1_000)
  messages = 0
  late.length = 0
  first.clear()
  const [cpu, own, start] = [usageOf(pid).seconds, usageOf(process.pid).seconds, performance.now()]
  while (performance.now() < start + SECONDS * 1_000) {
    user.act(Math.random, performance.now())
    await sleep(1_000 / ORDERS_A_SECOND)
  }
  const seconds = (performance.now() - start) / 1_000
  const row = {
    sockets: SOCKETS,
    'books/s': Math.round(first.size / seconds),
    'messages/s': Math.round(messages / seconds),
    'late p50 ms': percentile(late, 50),
    'late p99 ms': percentile(late, 99),
    'server CPU %': Math.round(((usageOf(pid).seconds - cpu) / seconds) * 100),
    'reader CPU %': Math.round(((usageOf(process.pid).seconds - own) / seconds) * 100),
  }
  crowd.leave()
  user.leave()
  return row
}
