/**
 * Open orders by id, oldest first. Ids are consecutive, so an id is an index into a page: no hashing, and orders of the
 * same time are adjacent in memory. (A Map with hundreds of thousands of entries costs several cache misses per lookup,
 * and a long pause whenever it grows.)
 */

import type { OrderId } from '../../../../src/contract/ids.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import type { Order } from './order.ts'

const PAGE = 256

type Page = { count: number; readonly slots: (Order | undefined)[] }

export class OpenOrders {
  readonly #pages = new Map<number, Page>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: OrderId): Order | undefined {
    const number = Math.floor(id / PAGE)
    return this.#pages.get(number)?.slots[id - number * PAGE]
  }

  has(id: OrderId): boolean {
    return this.get(id) !== undefined
  }

  /** Orders are added in ascending order of their ids. */
  add(order: Order): void {
    const number = Math.floor(order.id / PAGE)
    let page = this.#pages.get(number)
    if (page === undefined) {
      page = { count: 0, slots: new Array(PAGE).fill(undefined) }
      this.#pages.set(number, page)
    }
    page.slots[order.id - number * PAGE] = order
    page.count += 1
    this.#size += 1
  }

  remove({ id }: Order): void {
    const number = Math.floor(id / PAGE)
    const page = expectDefined(this.#pages.get(number), 'an open order has a page')
    page.slots[id - number * PAGE] = undefined
    page.count -= 1
    this.#size -= 1
    if (page.count === 0) this.#pages.delete(number)
  }

  *values(): Generator<Order> {
    for (const { slots } of this.#pages.values()) for (const order of slots) if (order !== undefined) yield order
  }

  *keys(): Generator<OrderId> {
    for (const { id } of this.values()) yield id
  }
}
