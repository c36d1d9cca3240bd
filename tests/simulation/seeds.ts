/** Many seeds over several processes, and what came of all of them together. */

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Tally } from './simulation.ts'

export type Told =
  | { readonly seed: number; readonly tally: Tally }
  | { readonly seed: number; readonly violation: string }

export type Harvest = {
  seeds: number
  readonly sums: Partial<Record<keyof Tally, number>>
  readonly violations: { readonly seed: number; readonly violation: string }[]
}

const WORKER = join(import.meta.dirname, 'seed-worker.ts')
const PROCESSES = 2
/** A story takes a tenth of a second. */
const PATIENCE_MILLIS = 60_000

/** `nextSeed` is asked until it has none. `heard` is told of every violation at once. */
export async function runSeeds(
  nextSeed: () => number | undefined,
  commands: number,
  heard: (violation: { readonly seed: number; readonly violation: string }) => void = () => undefined,
): Promise<Harvest> {
  const harvest: Harvest = { seeds: 0, sums: {}, violations: [] }
  const runner = async (): Promise<void> => {
    let worker: ChildProcess | undefined
    for (let seed = nextSeed(); seed !== undefined; seed = nextSeed()) {
      worker ??= fork(WORKER, { execArgv: [] })
      const told = await tellStory(worker, seed, commands)
      harvest.seeds += 1
      if ('tally' in told) add(harvest.sums, told.tally)
      else {
        harvest.violations.push(told)
        heard(told)
        worker.kill('SIGKILL')
        worker = undefined
      }
    }
    worker?.kill()
  }
  await Promise.all(Array.from({ length: PROCESSES }, runner))
  return harvest
}

function tellStory(worker: ChildProcess, seed: number, commands: number): Promise<Told> {
  return new Promise((resolve) => {
    const end = (told: Told): void => {
      clearTimeout(timer)
      worker.removeAllListeners()
      resolve(told)
    }
    const timer = setTimeout(() => end({ seed, violation: `no end in ${PATIENCE_MILLIS} ms` }), PATIENCE_MILLIS)
    worker.once('message', (told: Told) => end(told))
    worker.once('exit', (code, signal) => end({ seed, violation: `the process ended with ${code ?? signal}` }))
    worker.send({ seed, commands })
  })
}

function add(sums: Harvest['sums'], tally: Tally): void {
  for (const name of Object.keys(tally) as (keyof Tally)[]) sums[name] = (sums[name] ?? 0) + tally[name]
}

/** The numbers one below the other, for people. */
export function tableOf({ seeds, sums, violations }: Harvest): string {
  const rows = [['seeds', seeds], ...Object.entries(sums), ['violations', violations.length]] as const
  return rows.map(([name, count]) => `${name.padEnd(18)}${count.toLocaleString('en').padStart(14)}`).join('\n')
}
