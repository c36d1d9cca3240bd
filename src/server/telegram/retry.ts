/** Does something until it is done, with growing waits. What is wrong is said once, and once that it is over. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Failure } from './bot-api.ts'

/** Undefined when we stopped before it was done. */
export type Retry = <T>(work: () => Promise<T>) => Promise<T | undefined>

export type RetryParts = {
  /** What does not work, for the log. */
  readonly what: string
  readonly failureOf: (error: unknown) => Failure
  readonly log: Log
  readonly stopping: AbortSignal
  readonly firstWaitMillis?: number | undefined
}

const FIRST_WAIT_MILLIS = 1_000
const LONGEST_WAIT_MILLIS = 60_000

export function openRetry({ what, failureOf, log, stopping, firstWaitMillis }: RetryParts): Retry {
  const said = new Set<number | string>()

  async function waitAfter(error: unknown, attempt: number): Promise<void> {
    const failure = failureOf(error)
    const kind = failure.type === 'refused' ? failure.status : failure.type
    if (!said.has(kind)) log.warn({ why: failure.why }, `${what}: trying again`)
    said.add(kind)
    const growing = Math.min(LONGEST_WAIT_MILLIS, (firstWaitMillis ?? FIRST_WAIT_MILLIS) * 2 ** attempt)
    const asked = failure.type === 'refused' ? failure.waitMillis : 0
    await sleep(Math.max(asked, growing), undefined, { signal: stopping }).catch(() => undefined)
  }

  return async (work) => {
    for (let attempt = 0; !stopping.aborted; attempt++) {
      try {
        const done = await work()
        if (said.size > 0) log.info(`${what}: over`)
        said.clear()
        return done
      } catch (error) {
        if (!stopping.aborted) await waitAfter(error, attempt)
      }
    }
    return undefined
  }
}
