/** Runs many seeds on several processes and sums up their results. */

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** How often each thing happened. */
type Tally = Readonly<Record<string, number>>

export type SeedResult =
  | { readonly seed: number; readonly tally: Tally }
  | { readonly seed: number; readonly violation: string }

export type Results = {
  seeds: number
  readonly sums: Record<string, number>
  readonly violations: { readonly seed: number; readonly violation: string }[]
}

/** The program that runs the seeds. */
const WORKERS = {
  trading: join(import.meta.dirname, 'seed-worker.ts'),
  funds: join(import.meta.dirname, 'funds/seed-worker.ts'),
  ton: join(import.meta.dirname, 'ton/seed-worker.ts'),
}
const PROCESSES = 2
/** A run takes a tenth of a second. */
const TIMEOUT_MILLIS = 60_000

/** Calls `nextSeed` until it returns undefined, and `onViolation` as soon as a violation is found. */
export async function runSeeds(
  simulation: keyof typeof WORKERS,
  nextSeed: () => number | undefined,
  commands: number,
  onViolation: (violation: { readonly seed: number; readonly violation: string }) => void = () => undefined,
): Promise<Results> {
  const results: Results = { seeds: 0, sums: {}, violations: [] }
  const runner = async (): Promise<void> => {
    let worker: ChildProcess | undefined
    for (let seed = nextSeed(); seed !== undefined; seed = nextSeed()) {
      worker ??= fork(WORKERS[simulation], { execArgv: [] })
      const result = await runSeed(worker, seed, commands)
      results.seeds += 1
      if ('tally' in result) add(results.sums, result.tally)
      else {
        results.violations.push(result)
        onViolation(result)
        worker.kill('SIGKILL')
        worker = undefined
      }
    }
    worker?.kill()
  }
  await Promise.all(Array.from({ length: PROCESSES }, runner))
  return results
}

function runSeed(worker: ChildProcess, seed: number, commands: number): Promise<SeedResult> {
  return new Promise((resolve) => {
    const end = (result: SeedResult): void => {
      clearTimeout(timer)
      worker.removeAllListeners()
      resolve(result)
    }
    const timer = setTimeout(() => end({ seed, violation: `no result in ${TIMEOUT_MILLIS} ms` }), TIMEOUT_MILLIS)
    worker.once('message', (result: SeedResult) => end(result))
    worker.once('exit', (code, signal) => end({ seed, violation: `the process ended with ${code ?? signal}` }))
    worker.send({ seed, commands })
  })
}

function add(sums: Results['sums'], tally: Tally): void {
  for (const [name, count] of Object.entries(tally)) sums[name] = (sums[name] ?? 0) + count
}

/** The sums as a text table. */
export function tableOf({ seeds, sums, violations }: Results): string {
  const rows = [['seeds', seeds], ...Object.entries(sums), ['violations', violations.length]] as const
  return rows.map(([name, count]) => `${name.padEnd(18)}${count.toLocaleString('en').padStart(14)}`).join('\n')
}
