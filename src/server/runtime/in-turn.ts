export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Runs one piece of work after the other, also if one fails. */
export function openTurns(): InTurn {
  let queue: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }
}

/** The same for each key: work of other keys does not wait. */
export function turnsByKey<Key>(): <T>(key: Key, work: () => Promise<T>) => Promise<T> {
  const running = new Map<Key, Promise<unknown>>()
  return (key, work) => {
    const result = (running.get(key) ?? Promise.resolve()).then(work)
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (running.get(key) === settled) running.delete(key)
      })
    running.set(key, settled)
    return result
  }
}
