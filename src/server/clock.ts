/** The only reader of the machine's clock. Everything else is handed one of these, so that tests can turn the hands. */
export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock whose hands can be held in the past, until they are let go. */
export function heldClock(clock: Clock): Clock & { hold(at: number): void; letGo(): void } {
  let held: number | undefined
  return {
    now: () => held ?? clock.now(),
    hold(at) {
      held = at
    },
    letGo() {
      held = undefined
    },
  }
}
