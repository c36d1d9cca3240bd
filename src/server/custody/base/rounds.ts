/** A loop of rounds, one after the other: each begins when the time is over, or when it is woken. */

import type { Millis } from '../../../contract/ids.ts'

export type Rounds = {
  start(): void
  /** Begins the next round now, or directly after the running one. */
  wake(): void
  /** Waits for the running round. */
  stop(): Promise<void>
}

/** An error of `round` ends the loop as an unhandled rejection. `isStopping`: its errors do not matter any more. */
export function openRounds(pauseMillis: () => Millis, round: (isStopping: () => boolean) => Promise<void>): Rounds {
  let isStopping = false
  let woken = Promise.withResolvers<void>()
  let loop: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    while (!isStopping) {
      woken = Promise.withResolvers()
      await round(() => isStopping)
      const timer = setTimeout(woken.resolve, pauseMillis())
      await woken.promise
      clearTimeout(timer)
    }
  }

  return {
    start() {
      loop = run()
    },
    wake: () => woken.resolve(),
    async stop() {
      isStopping = true
      woken.resolve()
      await loop
    },
  }
}
