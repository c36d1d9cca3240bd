export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

/** The clock of code that deletes what is old. */
export type CleanupClock = Clock & {
  /** The time; undefined until the clock has been consistent for an hour, and then nothing may be deleted. */
  confirmedNow(): number | undefined
}
