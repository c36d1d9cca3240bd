/** The only reader of the machine's clock. Everything else is handed one of these, so that tests can turn the hands. */
export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
