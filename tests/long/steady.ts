/** Orders at an even rate for a long time: the server keeps up, answers all of them, and its memory does not grow. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../../src/server/play/random.ts'
import { BenchUser } from '../bench/bench-user.ts'
import { usageOf } from '../bench/statistics.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../fixtures/server-process.ts'
import { type Suite, tally } from './suite.ts'

const USERS = 60
const RATE = 5_000
/** Answers to client ids are kept for three minutes: until then the memory grows. */
const WARM_MINUTES = 5
const DRAIN_MILLIS = 10_000
/** Between the first and the last minute after the warm-up, each with its lowest figure. */
const MAX_GROWTH_BYTES = 60_000_000
const MINUTE = 60_000

export const steady: Suite = {
  about: `${RATE.toLocaleString('en')} requests a second for --minutes, after a warm-up of ${WARM_MINUTES}`,
  async run({ minutes }, report) {
    const counts = tally()
    const violations: string[] = []
    const folder = scratchFolder()
    const server = await startServer(folder, await freePort())
    const pid = server.child.pid ?? 0
    try {
      const users = await Promise.all(Array.from({ length: USERS }, (_, user) => BenchUser.join(server.address, user)))
      await Promise.all(users.map((user) => user.buyStock()))
      const next = random(RATE)
      const lowest: number[] = []
      for (let minute = 0; minute < WARM_MINUTES + minutes; minute++) {
        const { sent, bytes } = await tradeForAMinute(users, next, pid)
        counts.add('requests', sent)
        counts.add(
          'answers',
          users.reduce((sum, { latencies }) => sum + latencies.length, 0),
        )
        for (const user of users) user.forgetLatencies()
        if (minute >= WARM_MINUTES) lowest.push(bytes)
      }
      for (let waited = 0; waited < DRAIN_MILLIS && unanswered(users) > 0; waited += 100) await sleep(100)
      counts.add('without an answer', unanswered(users))
      if (unanswered(users) > 0) violations.push(`${unanswered(users)} requests got no answer`)
      const growth = (lowest.at(-1) ?? 0) - (lowest[0] ?? 0)
      counts.add('MB after the warm-up', Math.round((lowest[0] ?? 0) / 1e6))
      counts.add('MB more at the end', Math.round(growth / 1e6))
      if (growth > MAX_GROWTH_BYTES) violations.push(`memory grew by ${growth} bytes`)
      for (const user of users) user.close()
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    for (const each of violations) report(each)
    return { rows: counts.rows(), violations }
  },
}

const unanswered = (users: readonly BenchUser[]): number => users.reduce((sum, user) => sum + user.unanswered, 0)

/** `bytes`: the lowest memory of the server in this minute. */
async function tradeForAMinute(
  users: readonly BenchUser[],
  next: () => number,
  pid: number,
): Promise<{ readonly sent: number; readonly bytes: number }> {
  const start = performance.now()
  let [sent, bytes] = [0, Number.POSITIVE_INFINITY]
  for (let now = start; now < start + MINUTE; now = performance.now()) {
    for (const due = ((now - start) / 1_000) * RATE; sent < due; sent++)
      users[sent % users.length]?.sendNextRequest(next, start + (sent * 1_000) / RATE)
    bytes = Math.min(bytes, usageOf(pid).bytes)
    await sleep(1)
  }
  return { sent, bytes }
}
