/**
 * The server of PostgreSQL that is written is killed under trading clients, and its copy is promoted at once. At the end every
 * answered order exists once with the answered result, and `audit` and `replay --verify` find nothing.
 */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomNumber } from '../fixtures/random-seed.ts'
import { TEST_SECRET_KEY } from '../fixtures/record-keys.ts'
import { startReplicatedPostgres } from '../fixtures/replicated-postgres.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../fixtures/server-process.ts'
import { Trader } from '../fixtures/socket-trader.ts'
import { PAIR, trade, wrongData, wrongOrders } from './kills.ts'
import { roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 10
const TRADERS = 4
const LONGEST_MILLIS = 60_000

export const failover: Suite = {
  about: `${ROUNDS} promotions of a copy of the database under trading clients; --rounds sets their number`,
  async run(options, report) {
    const counts = tally()
    const violations: string[] = []
    const gaps: number[] = []
    for (const round of roundsOf(options, ROUNDS)) {
      const { gap, found } = await promoteOnce(counts.add)
      gaps.push(gap)
      for (const each of found) {
        const violation = `round ${round}: ${each}`
        violations.push(violation)
        report(violation)
      }
    }
    const sorted = gaps.toSorted((a, b) => a - b)
    const median = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
    const longest = Math.round(sorted.at(-1) ?? 0)
    const times = [
      ['ms without answers: median', median],
      ['ms without answers: longest', longest],
    ] as const
    return { rows: [...counts.rows(), ...times], violations }
  },
}

async function promoteOnce(count: (name: string, count?: number) => void) {
  const postgres = await startReplicatedPostgres()
  const folder = scratchFolder()
  const place = { dataDir: folder, databaseUrl: postgres.url, secretKey: TEST_SECRET_KEY }
  const settings = { SECRET_KEY: TEST_SECRET_KEY, PLAY_CHAIN: 'off', JOURNAL_KEEP: 'on', LOG_LEVEL: 'info' }
  const server = await startServer(folder, await freePort(), { ...settings, DATABASE_URL: postgres.url })
  try {
    const traders = await Promise.all(Array.from({ length: TRADERS }, () => Trader.signUp(server.address)))
    await Promise.all(traders.map((trader) => trader.connect(PAIR)))
    const trading = { over: false }
    const loops = traders.map((trader) => trade(trader, trading))
    await sleep(500 + randomNumber() * 500)
    const began = performance.now()
    postgres.killPrimary()
    const answered = countOf(traders)
    await postgres.promote()
    while (countOf(traders) < answered + TRADERS && performance.now() < began + LONGEST_MILLIS) await sleep(10)
    const gap = performance.now() - began
    trading.over = true
    await Promise.all(loops)
    for (const trader of traders) await trader.repeatUnanswered()
    const found: string[] = []
    for (const trader of traders) found.push(...(await wrongOrders(trader, count)))
    count('the state was dropped', server.output().split('"journal.recovered"').length - 1)
    if ((await server.stop()) !== 0) found.push(`the server did not stop: ${server.output()}`)
    found.push(...(await wrongData(place, traders)))
    return { gap, found }
  } finally {
    if (server.child.exitCode === null) await server.kill()
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const countOf = (traders: readonly Trader[]): number => traders.reduce((sum, { answers }) => sum + answers.size, 0)
