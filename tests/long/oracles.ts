/** The engine against its two oracles on random commands: a naive exchange, and the rules in linked objects and bigints. */

import { runTests } from '../run/run-tests.ts'
import { SCOPES } from '../scope.ts'
import { randomSeed, roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 10
const FILES = ['tests/engine/oracle.test.ts', 'tests/engine/core/differential.test.ts']
const { oracleRuns, coreCommands } = SCOPES.all
/** In a run of the naive exchange. */
const RUN = 100

export const oracles: Suite = {
  about: `${ROUNDS} rounds of ${(oracleRuns * RUN).toLocaleString('en')} random commands in the engine and a naive exchange, and of ${coreCommands.toLocaleString('en')} in its second oracle`,
  async run(options, report) {
    const counts = tally()
    const violations: string[] = []
    const stop = AbortSignal.timeout(options.minutes * 60_000)
    for (const round of roundsOf(options, ROUNDS)) {
      const seed = options.seed ?? randomSeed()
      const env = { TEST_SCOPE: undefined, TEST_SEED: String(seed) }
      const { failures } = await runTests({ args: ['--project=unit', ...FILES], env, stop, strict: true })
      if (stop.aborted) break
      counts.add('rounds')
      counts.add('commands of the naive exchange', oracleRuns * RUN)
      counts.add('commands of the second oracle', coreCommands)
      for (const { title, message } of failures) {
        violations.push(`round ${round}, --seed ${seed}: ${title}: ${message}`)
        report(violations.at(-1) ?? '')
      }
    }
    return { rows: counts.rows(), violations }
  },
}
