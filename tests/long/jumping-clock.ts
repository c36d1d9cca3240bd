import type { SimulatedClock } from '../simulation/simulated-clock.ts'
import type { Random } from '../simulation/simulated-traders.ts'

const START = 1_700_000_000_000
const SECOND = 1_000
const YEAR = 365 * 24 * 3_600 * SECOND
const JUMP_CHANCE = 0.05
const MAX_TICK_MILLIS = 1_500

/** A wall clock that jumps, and the monotonic clock of the same machine, which does not. Both in milliseconds. */
export type JumpingClock = SimulatedClock & { monotonic(): number }

/** Jumps are spread evenly over the orders of magnitude from a second to a year, in both directions. */
export function jumpingClock(dice: Random): JumpingClock {
  let wall = START
  let elapsed = 0
  let jumps = 0
  return {
    now: () => wall,
    monotonic: () => elapsed,
    get jumps() {
      return jumps
    },
    tick() {
      const millis = Math.floor(dice() * MAX_TICK_MILLIS)
      elapsed += millis
      wall += millis
      if (dice() >= JUMP_CHANCE) return
      jumps += 1
      const length = Math.round(SECOND * (YEAR / SECOND) ** dice())
      // The epoch is the earliest time a clock shows after a reset.
      wall = Math.max(0, wall + (dice() < 0.5 ? length : -length))
    },
  }
}
