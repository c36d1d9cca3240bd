/**
 * Open orders by number, oldest first. Numbers are handed out one after the other, so a number is a place on a page:
 * nothing is hashed, and orders of one time lie side by side. (A Map of hundreds of thousands costs several cache
 * misses a look, and a long stop whenever it grows.)
 */

import type { OrderId } from '../../contract/ids.ts'
import { known } from '../assert.ts'
import type { Order } from './order.ts'

const PAGE = 256

type Page = { count: number; readonly places: (Order | undefined)[] }

export class OpenOrders {
  readonly #pages = new Map<number, Page>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: OrderId): Order | undefined {
    const number = Math.floor(id / PAGE)
    return this.#pages.get(number)?.places[id - number * PAGE]
  }

  has(id: OrderId): boolean {
    return this.get(id) !== undefined
  }

  /** Orders come in the order of their numbers. */
  add(order: Order): void {
    const number = Math.floor(order.id / PAGE)
    let page = this.#pages.get(number)
    if (page === undefined) {
      page = { count: 0, places: new Array(PAGE).fill(undefined) }
      this.#pages.set(number, page)
    }
    page.places[order.id - number * PAGE] = order
    page.count += 1
    this.#size += 1
  }

  remove({ id }: Order): void {
    const number = Math.floor(id / PAGE)
    const page = known(this.#pages.get(number), 'an open order has a place')
    page.places[id - number * PAGE] = undefined
    page.count -= 1
    this.#size -= 1
    if (page.count === 0) this.#pages.delete(number)
  }

  *values(): Generator<Order> {
    for (const { places } of this.#pages.values()) for (const order of places) if (order !== undefined) yield order
  }

  *keys(): Generator<OrderId> {
    for (const { id } of this.values()) yield id
  }
}
