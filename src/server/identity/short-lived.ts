/** What is kept for some minutes, in memory: a restart loses it, and whoever waited for it begins again. */

import type { Clock } from '../clock.ts'

export type ShortLived<Value> = {
  put(key: string, value: Value): void
  look(key: string): Value | undefined
  /** The first who takes it has it. */
  take(key: string): Value | undefined
}

const MOST = 100_000

export function shortLived<Value>(clock: Clock, millis: number): ShortLived<Value> {
  const kept = new Map<string, { readonly value: Value; readonly until: number }>()

  /** Oldest first: the map keeps the order in which they came. */
  function dropOld(now: number): void {
    for (const [key, { until }] of kept) {
      if (until > now && kept.size < MOST) return
      kept.delete(key)
    }
  }

  function look(key: string): Value | undefined {
    const found = kept.get(key)
    return found === undefined || found.until <= clock.now() ? undefined : found.value
  }

  return {
    look,
    put(key, value) {
      const now = clock.now()
      dropOld(now)
      kept.delete(key)
      kept.set(key, { value, until: now + millis })
    },
    take(key) {
      const value = look(key)
      kept.delete(key)
      return value
    },
  }
}
