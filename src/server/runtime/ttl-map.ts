/** A map whose entries expire. It is in memory: a restart loses them. */

import type { Clock } from './clock.ts'

export type TtlMap<Value> = {
  set(key: string, value: Value): void
  get(key: string): Value | undefined
  /** Returns and deletes the value. */
  take(key: string): Value | undefined
}

const MAX_ENTRIES = 100_000

export function ttlMap<Value>(clock: Clock, millis: number): TtlMap<Value> {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>()

  /** The map is in order of insertion, and so of expiry. */
  function dropExpired(now: number): void {
    for (const [key, { until }] of entries) {
      if (until > now && entries.size < MAX_ENTRIES) return
      entries.delete(key)
    }
  }

  function get(key: string): Value | undefined {
    const found = entries.get(key)
    return found === undefined || found.until <= clock.now() ? undefined : found.value
  }

  return {
    get,
    set(key, value) {
      const now = clock.now()
      dropExpired(now)
      entries.delete(key)
      entries.set(key, { value, until: now + millis })
    },
    take(key) {
      const value = get(key)
      entries.delete(key)
      return value
    },
  }
}
