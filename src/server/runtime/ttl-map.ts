/** A map whose entries expire. It is in memory: a restart loses them. */

import { boundedMap } from './bounded-map.ts'
import type { Clock } from './clock.ts'

export type TtlMap<Value> = {
  /** `owner` is the address that causes the entry: a full map evicts its oldest entry first. */
  set(key: string, value: Value, owner: string): void
  get(key: string): Value | undefined
  /** Returns and deletes the value. */
  take(key: string): Value | undefined
}

export function ttlMap<Value>(clock: Clock, millis: number, maxEntries?: number): TtlMap<Value> {
  const entries = boundedMap<{ readonly value: Value; readonly until: number }>(maxEntries)

  function get(key: string): Value | undefined {
    const found = entries.get(key)
    return found === undefined || found.until <= clock.now() ? undefined : found.value
  }

  return {
    get,
    set(key, value, owner) {
      const now = clock.now()
      entries.dropOldest(({ until }) => until <= now)
      entries.set(key, { value, until: now + millis }, owner)
    },
    take(key) {
      const value = get(key)
      entries.delete(key)
      return value
    },
  }
}
