import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when all promises are settled, or after `millis`. Never rejects. */
export async function settledWithin(promises: Iterable<Promise<unknown>>, millis: number): Promise<void> {
  const timeout = new AbortController()
  const expired = sleep(millis, undefined, { signal: timeout.signal }).catch(() => undefined)
  await Promise.race([Promise.allSettled(promises), expired])
  timeout.abort()
}
