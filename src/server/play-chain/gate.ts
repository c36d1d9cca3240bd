/** Many may pass at the same time, unless it is closed: then exactly one works behind it, and all others wait. */

export type Gate = {
  /** Throws `GateFailed` if work behind the closed gate has failed. */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** Waits until all that passed have finished. If `work` throws, no caller can pass any more. */
  close<T>(work: () => Promise<T>): Promise<T>
}

export class GateFailed extends Error {}

export function openGate(): Gate {
  let closed: Promise<unknown> | undefined
  let hasFailed = false
  const inside = new Set<Promise<unknown>>()

  async function opened(): Promise<void> {
    while (closed !== undefined) await closed
    if (hasFailed) throw new GateFailed()
  }

  return {
    async pass(work) {
      await opened()
      const running = work()
      const settled = running.catch(() => undefined)
      inside.add(settled)
      void settled.then(() => inside.delete(settled))
      return running
    },
    async close(work) {
      await opened()
      const running = Promise.all(inside).then(work)
      closed = running
        .then(
          () => undefined,
          () => {
            hasFailed = true
          },
        )
        .then(() => {
          closed = undefined
        })
      return running
    },
  }
}
