/** Runs many seeds on several processes and sums up their results. */

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** How often each thing happened. */
type Tally = Readonly<Record<string, number>>

export type SeedResult =
  | { readonly seed: number; readonly tally: Tally; readonly trace?: number }
  | { readonly seed: number; readonly violation: string }

export type Results = {
  seeds: number
  readonly sums: Record<string, number>
  /** By seed: equal if the same steps happened in the same order. */
  readonly traces: Record<number, number | undefined>
  readonly violations: { readonly seed: number; readonly violation: string }[]
}

/** The program that runs the seeds. */
const WORKERS = {
  trading: join(import.meta.dirname, 'seed-worker.ts'),
  funds: join(import.meta.dirname, 'funds/seed-worker.ts'),
  ton: join(import.meta.dirname, 'ton/seed-worker.ts'),
}
const PROCESSES = 2
/** A seed takes a tenth of a second, on TON a quarter. */
const TIMEOUT_MILLIS = 240_000

/**
 * Calls `nextSeed` until it returns undefined, and `onViolation` as soon as a violation is found. Throws if a process gives no
 * result: that says nothing about the seed.
 */
export async function runSeeds(
  simulation: keyof typeof WORKERS,
  nextSeed: () => number | undefined,
  commands: number,
  onViolation: (violation: { readonly seed: number; readonly violation: string }) => void = () => undefined,
): Promise<Results> {
  const results: Results = { seeds: 0, sums: {}, traces: {}, violations: [] }
  const workers = new Set<ChildProcess>()
  let isOver = false
  const start = (): ChildProcess => {
    const worker = fork(WORKERS[simulation], { execArgv: [] })
    workers.add(worker)
    return worker
  }
  const runner = async (): Promise<void> => {
    let worker: ChildProcess | undefined
    for (let seed = nextSeed(); seed !== undefined && !isOver; seed = nextSeed()) {
      worker ??= start()
      const result = await runSeed(worker, seed, commands)
      results.seeds += 1
      if ('tally' in result) {
        add(results.sums, result.tally)
        results.traces[seed] = result.trace
      } else {
        results.violations.push(result)
        onViolation(result)
        worker.kill('SIGKILL')
        worker = undefined
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: PROCESSES }, runner))
    return results
  } finally {
    isOver = true
    for (const worker of workers) worker.kill('SIGKILL')
  }
}

function runSeed(worker: ChildProcess, seed: number, commands: number): Promise<SeedResult> {
  return new Promise((resolve, reject) => {
    const end = (result: SeedResult): void => {
      clearTimeout(timer)
      worker.removeAllListeners()
      resolve(result)
    }
    const late = new Error(`seed ${seed}: the process gave no result in ${TIMEOUT_MILLIS / 1_000} s`)
    const timer = setTimeout(reject, TIMEOUT_MILLIS, late)
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
