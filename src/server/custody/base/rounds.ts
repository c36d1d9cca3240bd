/** A loop of rounds, one after the other: each begins when the time is over, or when it is woken. */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import type { Millis } from '../../../contract/ids.ts'
import { isTransient } from '../../runtime/transient-errors.ts'
import { Unavailable } from '../../sequencer/unavailable.ts'
import { SignerUnavailable } from '../signer/signer-client.ts'

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

/** What has a part of its own in `/health`, or is the chain of the network. */
const isOfOthers = (error: unknown): error is Error =>
  error instanceof ChainUnavailable || error instanceof SignerUnavailable || error instanceof Unavailable

/** The database does not answer, or a query waits for a lock of another session. */
export const isOfDatabase = (error: unknown): error is Error =>
  error instanceof Error && !isOfOthers(error) && isTransient(error)

/** The next round tries again. */
export const isPassing = (error: unknown): error is Error => isOfOthers(error) || isOfDatabase(error)
