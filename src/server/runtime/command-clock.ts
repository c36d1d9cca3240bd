/** The clock that stamps commands: it never goes back, and it never stands still. */

export type CommandClock = {
  now(): number
  /** The time continues at `at` or later: the time of the last command of the journal. */
  notBefore(at: number): void
  /** Stands still at `at` until `reset`, to create history. */
  set(at: number): void
  reset(): void
  /** Why its time differs from the clock's; undefined if it does not. */
  readonly warning: string | undefined
}

const WARN_MILLIS: number = 60_000

/** While `clock` is behind, the time runs at half speed until the clock has caught up. */
export function commandClock(clock: { now(): number }, monotonic: () => number): CommandClock {
  let last = { at: 0, elapsed: monotonic() }
  let fixed: number | undefined

  function now(): number {
    if (fixed !== undefined) return fixed
    const elapsed = monotonic()
    const at = Math.max(clock.now(), Math.floor(last.at + (elapsed - last.elapsed) / 2))
    // Unchanged milliseconds keep the earlier reading, so that frequent calls do not round the progress away.
    if (at !== last.at) last = { at, elapsed }
    return at
  }

  return {
    now,
    notBefore(at) {
      if (at > last.at) last = { at, elapsed: monotonic() }
    },
    set(at) {
      fixed = at
    },
    reset() {
      fixed = undefined
    },
    get warning() {
      const ahead = now() - clock.now()
      if (fixed !== undefined || ahead <= WARN_MILLIS) return undefined
      return `the journal is ${Math.round(ahead / 1_000)} s ahead of the clock: its time runs at half speed until they agree`
    },
  }
}
