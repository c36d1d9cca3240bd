/** Runs one piece of work after the other, also if one fails. */
export function openTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let queue: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }
}
