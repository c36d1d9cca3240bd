/** Work that is repeated while the server runs. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Millis } from '../../contract/ids.ts'
import { isDatabaseError } from '../runtime/transient-errors.ts'
import { Unavailable } from './unavailable.ts'

export type Job = { start(): void; stop(): Promise<void> }

type Options = {
  /** Looks whether something is due, and does it. */
  readonly work: (stopping: AbortSignal) => Promise<void>
  /** The sequencer is not available, or the database refuses: the work is tried again. Any other error ends the process. */
  readonly onUnavailable: (error: Error) => void
  readonly pauseMillis?: Millis | undefined
}

const PAUSE_MILLIS: Millis = 30_000

export function openJob({ work, onUnavailable, pauseMillis = PAUSE_MILLIS }: Options): Job {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work(stopping.signal)
      } catch (error) {
        if (!(error instanceof Unavailable || isDatabaseError(error))) throw error
        onUnavailable(error)
      }
      await sleep(pauseMillis, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
