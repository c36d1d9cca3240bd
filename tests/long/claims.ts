/** Fifty parallel claims of every kind, in rounds, on one server with a history that grows. */

import { isDeepStrictEqual } from 'node:util'
import { CLAIM_KINDS, CLAIMS, claimInParallel } from '../fixtures/parallel-claims.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { startTestServer } from '../fixtures/test-exchange.ts'
import { roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 20

export const claims: Suite = {
  about: `${ROUNDS} rounds of ${CLAIMS} parallel claims of each kind of reward; --rounds sets their number`,
  async run(options, report) {
    const counts = tally()
    const violations: string[] = []
    const databases = await startTestDatabases()
    const server = await startTestServer(await databases.newDatabaseUrl())
    try {
      for (const round of roundsOf(options, ROUNDS))
        for (const kind of CLAIM_KINDS) {
          const { replies, expected, rows } = await claimInParallel(server, kind)
          for (const [reply, count] of Object.entries(replies)) counts.add(`${kind}: ${reply}`, count)
          if (isDeepStrictEqual(replies, expected) && rows === 1) continue
          const violation = `round ${round}, ${kind}: ${JSON.stringify(replies)} and ${rows} rows`
          violations.push(violation)
          report(violation)
        }
    } finally {
      await server.exchange.stop()
      await databases.stop()
    }
    return { rows: counts.rows(), violations }
  },
}
