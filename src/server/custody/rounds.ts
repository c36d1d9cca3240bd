/** Repeats a round of work: after a pause, or at once when it is woken. Rounds never overlap. */

import { setTimeout as pause } from 'node:timers/promises'
import { ChainUnavailable } from '../../chains/chain-unavailable.ts'
import type { Millis } from '../../contract/ids.ts'
import { isTransient } from '../runtime/transient-errors.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import { SignerUnavailable } from './signer-client.ts'

export type Rounds = {
  start(): void
  /** Begins the next round now. */
  wake(): void
  stop(): Promise<void>
}

/** `onFailed` may throw: then the rounds end with that error. It is not called while stopping. */
export function openRounds(
  round: (signal: AbortSignal) => Promise<void>,
  {
    pollMillis,
    onFailed,
  }: { readonly pollMillis: Millis; readonly onFailed: (error: unknown) => void | Promise<void> },
): Rounds {
  const stopping = new AbortController()
  let woken = Promise.withResolvers<void>()
  let loop: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers()
      try {
        await round(stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted) await onFailed(error)
      }
      const timeout = pause(pollMillis, undefined, { signal: stopping.signal }).catch(() => undefined)
      await Promise.race([timeout, woken.promise])
    }
  }

  return {
    start() {
      loop = run()
    },
    wake: () => woken.resolve(),
    async stop() {
      stopping.abort()
      woken.resolve()
      await loop
    },
  }
}

/** The next round tries again. */
export const isPassing = (error: unknown): error is Error =>
  error instanceof ChainUnavailable ||
  error instanceof SignerUnavailable ||
  error instanceof Unavailable ||
  (error instanceof Error && isTransient(error))
