// A process that is told seeds and tells what their stories came to. One that found a violation is not used again: what
// is left of a broken story may go on in it.
import { inspect } from 'node:util'
import type { Told } from './seeds.ts'
import { simulate } from './simulation.ts'

const tell = (told: Told): void => void process.send?.(told)

process.on('message', ({ seed, commands }: { seed: number; commands: number }) => {
  simulate(seed, commands).then(
    (tally) => tell({ seed, tally }),
    (error: unknown) => tell({ seed, violation: inspect(error) }),
  )
})
