/** A clock that somebody plays with: it leaps ahead, falls back and stands still. */

import type { Clock } from '../../src/server/clock.ts'
import type { Dice } from './simulated-traders.ts'

export type SimulatedClock = Clock & {
  /** Some time passes, or what a bad clock makes of it. */
  tick(): void
  readonly jumps: number
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

export function simulatedClock(dice: Dice): SimulatedClock {
  let now = 1_700_000_000_000
  let standsStill = 0
  let jumps = 0
  function leap(): number {
    const roll = dice()
    if (roll < 0.25) return HOUR
    if (roll < 0.35) return DAY
    if (roll < 0.6) return -Math.floor(dice() * 30 * SECOND)
    if (roll < 0.8) return -Math.floor(dice() * 5 * HOUR)
    standsStill = 1 + Math.floor(dice() * 20)
    return 0
  }
  return {
    now: () => now,
    get jumps() {
      return jumps
    },
    tick() {
      standsStill -= 1
      if (standsStill > 0) return
      now += Math.floor(dice() * 1_500)
      if (dice() >= 0.04) return
      jumps += 1
      now += leap()
    },
  }
}
