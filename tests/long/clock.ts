/**
 * Clock jumps from one second to one year, in both directions, at random moments of the simulation: time in the journal
 * never decreases, every order takes effect once, and a replay leads to the same state.
 */

import { simulate } from '../simulation/simulation.ts'
import { jumpingClock } from './jumping-clock.ts'
import { randomSeed, roundsOf, type Suite, tally } from './suite.ts'

const SEEDS = 10_000
const COMMANDS = 300

export const clock: Suite = {
  about: 'clock jumps of up to a year in the simulation; --seed repeats one run',
  async run(options, report) {
    const first = options.seed ?? randomSeed()
    const rounds = options.seed === undefined ? options : { ...options, rounds: 1 }
    const counts = tally()
    const violations: string[] = []
    for (const round of roundsOf(rounds, SEEDS)) {
      const seed = first + round - 1
      try {
        const { commands, orders, trades, crashes, clockJumps } = await simulate(seed, COMMANDS, false, jumpingClock)
        for (const [name, count] of Object.entries({ seeds: 1, commands, orders, trades, crashes, clockJumps }))
          counts.add(name, count)
      } catch (error) {
        const violation = `--seed ${seed}: ${error instanceof Error ? error.stack : error}`
        violations.push(violation)
        report(violation)
      }
    }
    return { rows: counts.rows(), violations }
  },
}
