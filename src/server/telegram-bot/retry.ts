/** Retries with exponential backoff. Logs each kind of failure once, and the recovery once. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../runtime/log.ts'
import type { Failure } from './bot-api.ts'

export type Retry = {
  /** Undefined if the server stopped before the task succeeded. */
  run<T>(task: () => Promise<T>): Promise<T | undefined>
  /** Why the last attempt failed; undefined if it succeeded. */
  readonly failure: Failure | undefined
}

type RetryDeps = {
  readonly event: string
  /** What fails, for the log message. */
  readonly what: string
  readonly failureOf: (error: unknown) => Failure
  readonly log: Log
  readonly stopping: AbortSignal
  readonly firstWaitMillis?: number | undefined
}

const FIRST_WAIT_MILLIS = 1_000
const MAX_WAIT_MILLIS = 60_000

export function openRetry({ event, what, failureOf, log, stopping, firstWaitMillis }: RetryDeps): Retry {
  const logged = new Set<number | string>()
  let last: Failure | undefined

  async function waitAfter(failure: Failure, attempt: number): Promise<void> {
    const kind = failure.type === 'refused' ? failure.status : failure.type
    if (!logged.has(kind)) log.warn({ event, reason: failure.reason }, `${what} failed: retrying`)
    logged.add(kind)
    const backoff = Math.min(MAX_WAIT_MILLIS, (firstWaitMillis ?? FIRST_WAIT_MILLIS) * 2 ** attempt)
    const requested = failure.type === 'refused' ? failure.waitMillis : 0
    await sleep(Math.max(requested, backoff), undefined, { signal: stopping }).catch(() => undefined)
  }

  async function run<T>(task: () => Promise<T>): Promise<T | undefined> {
    for (let attempt = 0; !stopping.aborted; attempt++) {
      try {
        const result = await task()
        last = undefined
        if (logged.size > 0) log.info({ event: `${event}.recovered` }, `${what} works again`)
        logged.clear()
        return result
      } catch (error) {
        if (stopping.aborted) return undefined
        last = failureOf(error)
        await waitAfter(last, attempt)
      }
    }
    return undefined
  }

  return {
    run,
    get failure() {
      return last
    },
  }
}
