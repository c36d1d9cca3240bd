/** A queue with constant-time operations. (The first key of a Map is not: V8 scans all entries deleted before it.) */

export type Fifo<T> = { items: T[]; head: number }

export const emptyFifo = <T>(): Fifo<T> => ({ items: [], head: 0 })
export const size = <T>({ items, head }: Fifo<T>): number => items.length - head
export const oldestOf = <T>({ items, head }: Fifo<T>): T | undefined => items[head]
/** Oldest first. */
export const itemsOf = <T>({ items, head }: Fifo<T>): T[] => items.slice(head)

export function push<T>(fifo: Fifo<T>, item: T): void {
  fifo.items.push(item)
}

export function shift<T>(fifo: Fifo<T>): T | undefined {
  if (size(fifo) === 0) return undefined
  const item = fifo.items[fifo.head]
  fifo.head += 1
  if (fifo.head > 32 && fifo.head * 2 > fifo.items.length) {
    fifo.items = fifo.items.slice(fifo.head)
    fifo.head = 0
  }
  return item
}
