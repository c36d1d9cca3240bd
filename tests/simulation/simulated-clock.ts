/** An unreliable clock: it jumps forward, jumps back and stops. */

import type { Clock } from '../../src/server/runtime/clock.ts'
import type { Random } from './simulated-traders.ts'

export type SimulatedClock = Clock & {
  /** Advances by a random time, or misbehaves. */
  tick(): void
  readonly jumps: number
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

export function simulatedClock(dice: Random): SimulatedClock {
  let now = 1_700_000_000_000
  let stoppedFor = 0
  let jumps = 0
  function jumpMillis(): number {
    const roll = dice()
    if (roll < 0.25) return HOUR
    if (roll < 0.35) return DAY
    if (roll < 0.6) return -Math.floor(dice() * 30 * SECOND)
    if (roll < 0.8) return -Math.floor(dice() * 5 * HOUR)
    stoppedFor = 1 + Math.floor(dice() * 20)
    return 0
  }
  return {
    now: () => now,
    get jumps() {
      return jumps
    },
    tick() {
      stoppedFor -= 1
      if (stoppedFor > 0) return
      now += Math.floor(dice() * 1_500)
      if (dice() >= 0.04) return
      jumps += 1
      now += jumpMillis()
    },
  }
}
