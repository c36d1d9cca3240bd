import { isRefused } from '../../../contract/refusals.ts'
import { cancelOrder } from '../../orders/cancel-order.ts'
import { listFills, listOrders, type OrderDeps } from '../../orders/list-orders.ts'
import { placeOrder } from '../../orders/place-order.ts'
import { fillsPage, ordersPage, orderView } from '../../wire/order.ts'
import { parseOrderUuid, parsePlaceOrder } from '../../wire/order-request.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

export function serveOrders(context: RouteContext, deps: OrderDeps, { orders: limit, reads }: RateLimits): void {
  serveSignedIn(context, 'placeOrder', limit, async ({ user }, { input }) => {
    const request = parsePlaceOrder(deps, input)
    const placed = isRefused(request) ? request : await placeOrder(deps, user, request)
    return isRefused(placed) ? placed : orderView(placed)
  })
  serveSignedIn(context, 'cancelOrder', limit, async ({ user }, { params }) => {
    const order = parseOrderUuid(deps, params.uuid ?? '')
    const cancelled = isRefused(order) ? order : await cancelOrder(deps, user, order)
    return isRefused(cancelled) ? cancelled : orderView(cancelled)
  })
  serveSignedIn(context, 'orders', reads, async ({ user }, { input: { pair_id: pair, ...filter } }) =>
    ordersPage(await listOrders(deps, user, { ...filter, pair })),
  )
  serveSignedIn(context, 'fills', reads, async ({ user }, { input: { pair_id: pair, ...filter } }) =>
    fillsPage(await listFills(deps, user, { ...filter, pair })),
  )
}
