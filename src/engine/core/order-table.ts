import { NONE, type OrderHandle } from './records.ts'

const FIRST_SIZE = 1 << 12

/**
 * Orders by a number of theirs, which does not change while they are in the table. Open addressing, at most half full: a number
 * is looked for from the place of its low bits. Ids need not be dense; orders of the same time are neighbours.
 */
export class OrderTable {
  readonly #key: Record<OrderHandle, number>
  #slots = new Int32Array(FIRST_SIZE)
  #mask = FIRST_SIZE - 1
  #size = 0

  constructor(key: Record<OrderHandle, number>) {
    this.#key = key
  }

  get size(): number {
    return this.#size
  }

  /** Where a number is unique. */
  find(key: number): OrderHandle | typeof NONE {
    const [slots, mask, keys] = [this.#slots, this.#mask, this.#key]
    for (let at = key & mask; ; at = (at + 1) & mask) {
      const order = slots[at] as OrderHandle
      if (order === NONE || keys[order] === key) return order
    }
  }

  /** Of several orders with the same number the one that is meant. */
  findWhere(key: number, isMeant: (order: OrderHandle) => boolean): OrderHandle | typeof NONE {
    const [slots, mask, keys] = [this.#slots, this.#mask, this.#key]
    for (let at = key & mask; ; at = (at + 1) & mask) {
      const order = slots[at] as OrderHandle
      if (order === NONE || (keys[order] === key && isMeant(order))) return order
    }
  }

  add(order: OrderHandle): void {
    if (this.#size * 2 > this.#mask) this.#grow()
    this.#put(order)
    this.#size += 1
  }

  /** What stands behind moves up, so that no search ends too early. */
  remove(order: OrderHandle): void {
    const [slots, mask, keys] = [this.#slots, this.#mask, this.#key]
    let hole = keys[order]! & mask
    while (slots[hole] !== order) hole = (hole + 1) & mask
    for (let at = (hole + 1) & mask; ; at = (at + 1) & mask) {
      const other = slots[at] as OrderHandle
      if (other === NONE) break
      if (((at - keys[other]!) & mask) < ((at - hole) & mask)) continue
      slots[hole] = other
      hole = at
    }
    slots[hole] = NONE
    this.#size -= 1
  }

  #put(order: OrderHandle): void {
    const [slots, mask] = [this.#slots, this.#mask]
    let at = this.#key[order]! & mask
    while (slots[at] !== NONE) at = (at + 1) & mask
    slots[at] = order
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Int32Array(before.length * 4)
    this.#mask = this.#slots.length - 1
    for (const order of before) if (order !== NONE) this.#put(order as OrderHandle)
  }
}
