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
