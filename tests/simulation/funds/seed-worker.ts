// A child process that runs seeds of deposits and withdrawals and reports their results. It is not reused after a
// violation, because parts of the failed run may still be active in it.
import { inspect } from 'node:util'
import type { SeedResult } from '../seeds.ts'
import { simulateFunds } from './simulate-funds.ts'

const report = (result: SeedResult): void => void process.send?.(result)

process.on('message', ({ seed, commands }: { seed: number; commands: number }) => {
  simulateFunds(seed, commands).then(
    ({ tally }) => report({ seed, tally }),
    (error: unknown) => report({ seed, violation: inspect(error) }),
  )
})
