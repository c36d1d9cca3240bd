/**
 * A map of limited size. When it is full, a new entry replaces the oldest entry of the same owner, or else the oldest of
 * all, so that one owner cannot evict the entries of others.
 */

type BoundedMap<Value> = {
  get(key: string): Value | undefined
  /** The entry becomes the newest. `owner` is the address or user that causes the entry. */
  set(key: string, value: Value, owner: string): void
  delete(key: string): void
  /** Deletes entries, oldest first, as long as `isExpired` returns true. */
  dropOldest(isExpired: (value: Value) => boolean): void
}

const MAX_ENTRIES = 100_000

export function boundedMap<Value>(maxEntries = MAX_ENTRIES): BoundedMap<Value> {
  const entries = new Map<string, { readonly value: Value; readonly owner: string }>()
  const keysOf = new Map<string, Set<string>>()

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    const keys = keysOf.get(entry.owner)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(entry.owner)
  }

  function evictFor(owner: string): void {
    const [oldest] = keysOf.get(owner) ?? entries.keys()
    if (oldest !== undefined) remove(oldest)
  }

  return {
    get: (key) => entries.get(key)?.value,
    delete: remove,
    set(key, value, owner) {
      remove(key)
      if (entries.size >= maxEntries) evictFor(owner)
      entries.set(key, { value, owner })
      const keys = keysOf.get(owner)
      if (keys === undefined) keysOf.set(owner, new Set([key]))
      else keys.add(key)
    },
    dropOldest(isExpired) {
      for (const [key, { value }] of entries) {
        if (!isExpired(value)) return
        remove(key)
      }
    },
  }
}
