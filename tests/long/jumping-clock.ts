import { commandClock } from '../../src/server/runtime/command-clock.ts'
import { JUMP_MILLIS, steadyClock } from '../../src/server/runtime/steady-clock.ts'
import type { SimulatedClock } from '../simulation/simulated-clock.ts'
import type { Random } from '../simulation/simulated-traders.ts'

const START = 1_700_000_000_000
const SECOND = 1_000
const YEAR = 365 * 24 * 3_600 * SECOND
const JUMP_CHANCE = 0.05
const MAX_TICK_MILLIS = 1_500

/**
 * The clock of commands on a machine whose wall clock jumps. Jumps are spread evenly over the orders of magnitude from a
 * second to a year, in both directions. Throws if a jump moves the time by more than a correction may.
 */
export function jumpingClock(dice: Random): SimulatedClock {
  let wall = START
  let elapsed = 0
  let jumps = 0
  const monotonic = () => elapsed
  const steady = steadyClock({ wall: () => wall, monotonic })
  const command = commandClock(steady, monotonic)

  function now(): number {
    const difference = Math.abs(steady.now() - (START + elapsed))
    if (difference > jumps * JUMP_MILLIS) throw new Error(`${jumps} jumps moved the time by ${difference} ms`)
    return command.now()
  }

  return {
    now,
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
