/** Simulated faults: as many seeds as fit, on two processes. */

import { TICKS } from '../simulation/funds/simulate-funds.ts'
import { runSeeds } from '../simulation/seeds.ts'
import { type Options, type Result, randomSeed, type Suite } from './suite.ts'

const COMMANDS = 500
const FUNDS_SEEDS = 50_000

export const simulation: Suite = {
  about: 'simulated crashes, failed commits and damaged rows; --seed repeats one run',
  run: (options, report) => simulateSeeds('trading', COMMANDS, options, report),
}

export const funds: Suite = {
  about: `simulated chains with faults, ${FUNDS_SEEDS.toLocaleString('en')} seeds in --minutes 90; --seed repeats one run`,
  run: (options, report) =>
    simulateSeeds('funds', TICKS, { ...options, rounds: options.rounds ?? FUNDS_SEEDS }, report),
}

/** `length`: commands or ticks of each seed. */
export async function simulateSeeds(
  kind: Parameters<typeof runSeeds>[0],
  length: number,
  { minutes, rounds = Number.POSITIVE_INFINITY, seed }: Options,
  report: (violation: string) => void,
): Promise<Result> {
  const until = performance.now() + minutes * 60_000
  const only = seed === undefined ? undefined : [seed]
  // Every run starts at a random seed.
  let next = randomSeed()
  let started = 0
  const nextSeed = (): number | undefined => {
    if (only !== undefined) return only.pop()
    next += 1
    started += 1
    return started <= rounds && performance.now() < until ? next : undefined
  }
  const text = (found: { readonly seed: number; readonly violation: string }): string =>
    `--seed ${found.seed}: ${found.violation}`
  const { seeds, sums, violations } = await runSeeds(kind, nextSeed, length, (found) => report(text(found)))
  const counts = Object.entries(sums).sort(([a], [b]) => a.localeCompare(b))
  return { rows: [['seeds', seeds], ...counts], violations: violations.map(text) }
}
