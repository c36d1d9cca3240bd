/**
 * Orders through real sockets against a server process, each answered after its commit. Open loop: an order is sent at
 * its due time, whatever the latency of earlier ones, and its latency counts from its due time.
 */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../../src/server/play/random.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../fixtures/server-process.ts'
import { BenchUser } from './bench-user.ts'
import { type Bench, busySeconds, percentile, type Row, rounded, usageOf } from './statistics.ts'

const USERS = 30
const RATES = [3_000, 4_000, 6_000, 8_000, 10_000, 12_000, 16_000] as const
const SECONDS = 60
const RAMP_SECONDS = 5
const WARM_SECONDS = 4
const DRAIN_MILLIS = 3_000
/** Below this share of the due requests, the server no longer keeps up. */
const MIN_ANSWERED_SHARE = 0.97

export const benchOrders: Bench = {
  includes: `${USERS} users on one pair beside demo traders, 60 % limit, 30 % cancel, 10 % marketable, more cancels when a user has 80 open orders; sockets, commit in PostgreSQL, read models, market messages; generator on the same cores; "other" is the database and other processes`,
  async run() {
    const folder = scratchFolder()
    const server = await startServer(folder, await freePort())
    try {
      const users = await Promise.all(Array.from({ length: USERS }, (_, user) => BenchUser.join(server.address, user)))
      await Promise.all(users.map((user) => user.buyStock()))
      await load(server, users, 1_000, WARM_SECONDS)
      const rows: Row[] = []
      for (const rate of RATES) {
        const row = await load(server, users, rate, rate === RATES[0] ? SECONDS : RAMP_SECONDS)
        rows.push(row)
        if (rate > RATES[0] && Number(row['answered/s']) < rate * MIN_ANSWERED_SHARE) break
      }
      for (const user of users) user.close()
      return rows
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function load(server: RunningServer, users: readonly BenchUser[], rate: number, seconds: number): Promise<Row> {
  const next = random(rate)
  for (const user of users) user.reset()
  const before = [usageOf(server.child.pid ?? 0).seconds, usageOf(process.pid).seconds, busySeconds()] as const
  const start = performance.now()
  let sent = 0
  for (let now = start; now < start + seconds * 1_000; now = performance.now()) {
    for (const due = ((now - start) / 1_000) * rate; sent < due; sent++)
      users[sent % users.length]?.sendNextRequest(next, start + (sent * 1_000) / rate)
    await sleep(1)
  }
  const elapsed = (performance.now() - start) / 1_000
  const serverSeconds = usageOf(server.child.pid ?? 0).seconds - before[0]
  const generatorSeconds = usageOf(process.pid).seconds - before[1]
  const otherSeconds = busySeconds() - before[2] - serverSeconds - generatorSeconds
  const answeredInTime = users.reduce((sum, { latencies: waits }) => sum + waits.length, 0)
  for (let waited = 0; waited < DRAIN_MILLIS && users.some(({ unanswered }) => unanswered > 0); waited += 50)
    await sleep(50)
  const waits = users.flatMap((user) => user.latencies)
  return {
    'due/s': rate,
    seconds,
    'answered/s': Math.round(answeredInTime / elapsed),
    'p50 ms': percentile(waits, 50),
    'p99 ms': percentile(waits, 99),
    'refused %': rounded((users.reduce((sum, { refused }) => sum + refused, 0) * 100) / sent),
    unanswered: users.reduce((sum, { unanswered }) => sum + unanswered, 0),
    'server CPU %': Math.round((serverSeconds / elapsed) * 100),
    'generator CPU %': Math.round((generatorSeconds / elapsed) * 100),
    'other CPU %': Math.round((otherSeconds / elapsed) * 100),
  }
}
