import { assert } from '../assert.ts'

/** Fields of a record in each memory. Zero is no handle, so the first record is never used. */
export const STRIDE = 8

/** Gives out the handles of a kind; the one that was given back last is taken first. A free record links to the next one. */
export class Handles<H extends number> {
  readonly #end: number
  readonly #link: Record<H, number>
  #free = 0
  #next = STRIDE
  #taken = 0

  /** `link`: a column of the kind that a free record does not need. */
  constructor(most: number, link: Record<H, number>) {
    this.#end = most * STRIDE
    this.#link = link
  }

  take(): H {
    this.#taken += 1
    const free = this.#free as H
    if (free !== 0) {
      this.#free = this.#link[free]!
      return free
    }
    const handle = this.#next
    assert(handle < this.#end, 'a command that could use up the records is refused')
    this.#next = handle + STRIDE
    return handle as H
  }

  give(handle: H): void {
    this.#taken -= 1
    this.#link[handle] = this.#free
    this.#free = handle
  }

  /** How many records are in use. */
  get taken(): number {
    return this.#taken
  }

  /** Whether so many more can be taken. */
  has(more: number): boolean {
    return (this.#taken + more + 1) * STRIDE <= this.#end
  }

  /** Whether one in sixteen is left. */
  get hasReserve(): boolean {
    return this.#end - (this.#taken + 1) * STRIDE > this.#end / 16
  }

  /** Every handle that was ever taken, also those that were given back. */
  *ever(): Generator<H> {
    for (let handle = STRIDE; handle < this.#next; handle += STRIDE) yield handle as H
  }
}
