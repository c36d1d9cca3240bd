/** Tests that fail by chance: rounds of the tests beside busy processes. Nothing is repeated. */

import { type ChildProcess, spawn } from 'node:child_process'
import { runTests } from '../run/run-tests.ts'
import type { ScopeName } from '../scope.ts'
import { randomSeed, roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 2
const BUSY = 'for (;;);'

export const flakes: Suite = {
  about: `${ROUNDS} rounds of the unit tests of npm test beside --load busy processes; --all runs every test; names each that failed`,
  async run({ all = false, load = 0, ...options }, report) {
    const counts = tally()
    const failures: string[] = []
    const stop = AbortSignal.timeout(options.minutes * 60_000)
    const busy = Array.from({ length: load }, (): ChildProcess => spawn(process.execPath, ['-e', BUSY]))
    try {
      for (const round of roundsOf(options, ROUNDS)) {
        const seed = options.seed ?? randomSeed()
        const env = { TEST_SCOPE: all ? undefined : ('short' satisfies ScopeName), TEST_SEED: String(seed) }
        const outcome = await runTests({ args: all ? [] : ['--project=unit'], env, stop, strict: true })
        if (stop.aborted) break
        counts.add('rounds')
        counts.add('tests passed', outcome.passed)
        for (const { title, message } of outcome.failures) {
          counts.add(`failed: ${title}`)
          failures.push(`round ${round}, --seed ${seed}: ${title}: ${message}`)
          report(failures.at(-1) ?? '')
        }
      }
      return { rows: counts.rows(), violations: failures }
    } finally {
      for (const process of busy) process.kill('SIGKILL')
    }
  },
}
