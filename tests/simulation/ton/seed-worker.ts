// A child process that runs seeds on TON and reports their results. It is not reused after a violation, because parts of the
// failed run may still be active in it.
import { inspect } from 'node:util'
import type { SeedResult } from '../seeds.ts'
import { simulateTon } from './simulate-ton.ts'

const report = (result: SeedResult): void => void process.send?.(result)

process.on('message', ({ seed, commands }: { seed: number; commands: number }) => {
  simulateTon(seed, commands).then(
    ({ tally, trace }) => report({ seed, tally, trace }),
    (error: unknown) => report({ seed, violation: inspect(error) }),
  )
})
