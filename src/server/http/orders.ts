/** The desk's other door: orders by HTTP, with the same words and answers as on the socket. */

import { cancelOrder, type Desk, listFills, listOrders, placeOrder } from '../orders/desk.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Doors, serveSignedIn } from './serve.ts'

export function serveOrders(doors: Doors, desk: Desk, { orders: limit, looks }: RateLimits): void {
  serveSignedIn(doors, 'placeOrder', limit, ({ user }, { input }) => placeOrder(desk, user, input))
  serveSignedIn(doors, 'cancelOrder', limit, ({ user }, { parts }) => cancelOrder(desk, user, parts.uuid ?? ''))
  serveSignedIn(doors, 'orders', looks, ({ user }, { input }) => {
    const { status, pair_id: pair, offset, limit: most } = input
    return listOrders(desk, user, { status, pair, offset, limit: most })
  })
  serveSignedIn(doors, 'fills', looks, ({ user }, { input }) => {
    const { pair_id: pair, offset, limit: most } = input
    return listFills(desk, user, { pair, offset, limit: most })
  })
}
