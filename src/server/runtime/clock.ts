/** The only reader of the system clock. All other code receives a `Clock`, so that tests can set the time. */
export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export type AdjustableClock = Clock & { set(at: number): void; reset(): void }

/** A clock that stands still at `set` until `reset`. */
export function adjustableClock(clock: Clock): AdjustableClock {
  let fixed: number | undefined
  return {
    now: () => fixed ?? clock.now(),
    set(at) {
      fixed = at
    },
    reset() {
      fixed = undefined
    },
  }
}
