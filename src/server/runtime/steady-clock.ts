/**
 * A wall clock without its jumps. A wrong reading would end sessions and delete what is not old, so the time follows the
 * monotonic clock until the wall clock has been consistent with itself for ten minutes.
 */

import type { CleanupClock } from './clock.ts'

export type SteadyClock = CleanupClock & {
  /** What is wrong with the wall clock; undefined if nothing is. */
  readonly warning: string | undefined
}

type TimeSources = {
  /** Milliseconds since 1970; may jump. */
  readonly wall: () => number
  /** Milliseconds since any moment; never jumps. */
  readonly monotonic: () => number
}

/** A larger difference to the monotonic clock is a jump; smaller ones are corrections of its drift. */
export const JUMP_MILLIS: number = 5_000
/** A jump is accepted after this time. */
export const ACCEPT_MILLIS: number = 10 * 60 * 1_000
const CONFIRM_MILLIS: number = 60 * 60 * 1_000

/** An offset of the wall clock to the monotonic clock, and the monotonic time since which it is unchanged. */
type Offset = { readonly millis: number; readonly since: number }

const isSame = (a: Offset, millis: number): boolean => Math.abs(millis - a.millis) <= JUMP_MILLIS

/** Accepts the first reading. Each call reads both clocks, so it must be called regularly. */
export function steadyClock({ wall, monotonic }: TimeSources): SteadyClock {
  let trusted = wall() - monotonic()
  /** The offset of the latest readings, accepted or not. */
  let seen: Offset = { millis: trusted, since: monotonic() }

  function read(): number {
    const elapsed = monotonic()
    const millis = wall() - elapsed
    if (!isSame(seen, millis)) seen = { millis, since: elapsed }
    if (Math.abs(millis - trusted) <= JUMP_MILLIS || elapsed - seen.since >= ACCEPT_MILLIS) trusted = millis
    return elapsed
  }

  return {
    now: () => Math.floor(read() + trusted),
    confirmedNow() {
      const elapsed = read()
      return elapsed - seen.since >= CONFIRM_MILLIS ? Math.floor(elapsed + trusted) : undefined
    },
    get warning() {
      read()
      const jump = seen.millis - trusted
      if (Math.abs(jump) <= JUMP_MILLIS) return undefined
      return `the clock jumped by ${Math.round(jump / 1_000)} s: the time before the jump continues for ten minutes`
    },
  }
}
