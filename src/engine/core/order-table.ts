import { NONE, type OrderHandle, type Records } from './records.ts'

const FIRST_SIZE = 1 << 12

/**
 * Open orders by their id. Open addressing, at most half full: an id is looked for from the place of its low bits, and orders
 * of the same time are neighbours. Ids need not be dense.
 */
export class OrderTable {
  readonly #id: Records['orders']['id']
  #slots = new Int32Array(FIRST_SIZE)
  #mask = FIRST_SIZE - 1
  #size = 0

  constructor({ orders }: Records) {
    this.#id = orders.id
  }

  get size(): number {
    return this.#size
  }

  find(id: number): OrderHandle | typeof NONE {
    const [slots, mask, ids] = [this.#slots, this.#mask, this.#id]
    for (let at = id & mask; ; at = (at + 1) & mask) {
      const order = slots[at] as OrderHandle
      if (order === NONE || ids[order] === id) return order
    }
  }

  add(order: OrderHandle): void {
    if (this.#size * 2 > this.#mask) this.#grow()
    this.#put(order)
    this.#size += 1
  }

  /** What stands behind moves up, so that no search ends too early. */
  remove(order: OrderHandle): void {
    const [slots, mask, ids] = [this.#slots, this.#mask, this.#id]
    let hole = ids[order]! & mask
    while (slots[hole] !== order) hole = (hole + 1) & mask
    for (let at = (hole + 1) & mask; ; at = (at + 1) & mask) {
      const other = slots[at] as OrderHandle
      if (other === NONE) break
      if (((at - ids[other]!) & mask) < ((at - hole) & mask)) continue
      slots[hole] = other
      hole = at
    }
    slots[hole] = NONE
    this.#size -= 1
  }

  #put(order: OrderHandle): void {
    const [slots, mask] = [this.#slots, this.#mask]
    let at = this.#id[order]! & mask
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
