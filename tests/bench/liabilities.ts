/** The report of liabilities of 100,000 users: how long it takes, and how long commands wait for it. */

import { randomUUID } from 'node:crypto'
import type { UserId } from '../../src/contract/ids.ts'
import { verifyProof } from '../../src/contract/liabilities/verify.ts'
import type { Units } from '../../src/contract/money.ts'
import { isRefused } from '../../src/contract/refusals.ts'
import { coins } from '../../src/engine/exchange.ts'
import { copyBalances } from '../../src/server/liabilities/copy-balances.ts'
import { makeReport } from '../../src/server/liabilities/make-report.ts'
import { proofOf } from '../../src/server/liabilities/proofs.ts'
import { proofView } from '../../src/server/wire/liabilities.ts'
import { makeReportNow, never, withDatabase } from '../fixtures/liabilities.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../fixtures/test-exchange.ts'
import { type Bench, millisOf, percentile, processorMillis, type Row, rounded } from './statistics.ts'

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
  const before = processorMillis()
  await sequencer.read(copyBalances)
  const copy = processorMillis() - before
  return withDatabase(server, async (database, reportKey) => {
    const memory = process.memoryUsage.rss()
    let peak = memory
    const turns: number[] = []
    let last = processorMillis()
    const watch = setInterval(() => {
      const now = processorMillis()
      turns.push(now - last)
      last = now
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 1)
    const start = last
    let seq = 0
    const build = await millisOf(async () => {
      const report = await makeReport(
        { sequencer, database, mode: 'live', reportKey },
        { day: 0, at: 0, stopping: never },
      )
      if (report === undefined || report === 'withheld') throw new Error('no report was made')
      seq = report.seq
    })
    clearInterval(watch)
    const processor = processorMillis() - start
    const { rows } = await database.pool.query<{ bytes: number }>(
      "select pg_total_relation_size('liability_pieces') as bytes",
    )
    const proofs: number[] = []
    const checks: number[] = []
    let bytes = 0
    for (const user of users.slice(0, PROOFS)) {
      const start = performance.now()
      const proof = await proofOf({ database, reportKey }, user, seq)
      if (isRefused(proof)) throw new Error(proof.code)
      const view = proofView(proof)
      proofs.push(performance.now() - start)
      bytes = JSON.stringify(view).length
      checks.push(await millisOf(() => verified(view, user)))
    }
    return [
      { what: 'copy of the balances, in one step, CPU time', value: rounded(copy) },
      { what: 'whole report', value: rounded(build) },
      { what: 'CPU time of the report', value: rounded(processor) },
      { what: 'CPU time of a turn of the event loop, p50', value: percentile(turns, 50) },
      { what: 'CPU time of a turn, p99', value: percentile(turns, 99) },
      { what: 'CPU time of the longest turn', value: rounded(turns.reduce((most, each) => Math.max(most, each), 0)) },
      { what: 'memory above that of the server, MB', value: Math.round((peak - memory) / 1e6) },
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
