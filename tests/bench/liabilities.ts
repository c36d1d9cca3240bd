/** The report of liabilities of 100,000 users: how long it takes, and how long commands wait for it. */

import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { UserId } from '../../src/contract/ids.ts'
import { verifyProof } from '../../src/contract/liabilities/verify.ts'
import type { Units } from '../../src/contract/money.ts'
import { isRefused } from '../../src/contract/refusals.ts'
import { expectDefined } from '../../src/engine/assert.ts'
import { coins } from '../../src/engine/exchange.ts'
import { copyBalances } from '../../src/server/liabilities/copy-balances.ts'
import { makeReport } from '../../src/server/liabilities/make-report.ts'
import { proofOf } from '../../src/server/liabilities/proofs.ts'
import { proofView } from '../../src/server/wire/liabilities.ts'
import { makeReportNow, never, withDatabase } from '../fixtures/liabilities.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../fixtures/test-exchange.ts'
import { type Bench, millisOf, percentile, type Row, rounded } from './statistics.ts'

const USERS = 100_000
const BATCH = 1_000
const PROOFS = 50

export const benchLiabilities: Bench = {
  includes: `${USERS.toLocaleString('en-US')} users with balances of every coin, on a server in this process with PostgreSQL; ms`,
  async run() {
    const databases = await startTestDatabases()
    const server = await startTestServer(await databases.newDatabaseUrl())
    try {
      // The server's own job has nothing left to do today.
      await server.signUp()
      await makeReportNow(server)
      const users = await openUsers(server)
      return await measure(server, users)
    } finally {
      await server.exchange.stop()
      await databases.stop()
    }
  },
}

async function openUsers({ exchange: { sequencer } }: TestServer): Promise<readonly UserId[]> {
  const ids = await sequencer.read((state) => coins(state).map(({ id }) => id))
  const users = Array.from({ length: USERS }, () => randomUUID() as UserId)
  for (let from = 0; from < USERS; from += BATCH)
    await Promise.all(
      users.slice(from, from + BATCH).map((user, index) => {
        const grants = ids.map((currency) => ({ currency, amount: BigInt(from + index + currency) as Units }))
        const command = {
          type: 'open-account',
          user,
          kind: 'user',
          referralCode: null,
          referrer: null,
          grants,
        } as const
        return sequencer.submit(command, () => undefined)
      }),
    )
  return users
}

async function measure(server: TestServer, users: readonly UserId[]): Promise<readonly Row[]> {
  const { sequencer } = server.exchange
  const copy = await millisOf(() => sequencer.read(copyBalances))
  return withDatabase(server, async (database) => {
    const before = process.memoryUsage.rss()
    let peak = before
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 20)
    delay.enable()
    let seq = 0
    const build = await millisOf(async () => {
      const report = await makeReport({ sequencer, database }, { day: 0, at: 0, stopping: never })
      seq = expectDefined(report, 'a report was made').seq
    })
    delay.disable()
    clearInterval(watch)
    const { rows } = await database.pool.query<{ bytes: number }>(
      "select pg_total_relation_size('liability_pieces') as bytes",
    )
    const proofs: number[] = []
    const checks: number[] = []
    let bytes = 0
    for (const user of users.slice(0, PROOFS)) {
      const start = performance.now()
      const proof = await proofOf(database, user, seq)
      if (isRefused(proof)) throw new Error(proof.code)
      const view = proofView(proof)
      proofs.push(performance.now() - start)
      bytes = JSON.stringify(view).length
      checks.push(await millisOf(() => verified(view, user)))
    }
    return [
      { what: 'copy of the balances, in one step', value: rounded(copy) },
      { what: 'whole report', value: rounded(build) },
      { what: 'event loop delay during the report, p50', value: rounded(delay.percentile(50) / 1e6) },
      { what: 'event loop delay, p99', value: rounded(delay.percentile(99) / 1e6) },
      { what: 'event loop delay, longest', value: rounded(delay.max / 1e6) },
      { what: 'memory above that of the server, MB', value: Math.round((peak - before) / 1e6) },
      { what: 'stored tree, MB', value: rounded((rows[0]?.bytes ?? 0) / 1e6) },
      { what: 'a proof, p50', value: percentile(proofs, 50) },
      { what: 'a proof as JSON, bytes', value: bytes },
      { what: 'verification of a proof, p50', value: percentile(checks, 50) },
    ]
  })
}

async function verified(proof: unknown, user: string): Promise<void> {
  for await (const { step, isPassed } of verifyProof(proof, { user, report: undefined }))
    if (!isPassed) throw new Error(`${step} failed`)
}
