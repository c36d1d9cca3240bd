/** Simulated crashes: as many seeds as fit, on two processes. */

import { runSeeds } from '../simulation/seeds.ts'
import { randomSeed, type Suite } from './suite.ts'

const COMMANDS = 500

export const simulation: Suite = {
  about: 'simulated crashes, failed commits and damaged rows; --seed repeats one run',
  async run({ minutes, rounds = Number.POSITIVE_INFINITY, seed }, report) {
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
    const { seeds, sums, violations } = await runSeeds(nextSeed, COMMANDS, (found) => report(text(found)))
    return { rows: [['seeds', seeds], ...Object.entries(sums)], violations: violations.map(text) }
  },
}
