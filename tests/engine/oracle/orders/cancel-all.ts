import type { UserId } from '../../../../src/contract/ids.ts'
import type { CancelAll } from '../../../../src/engine/orders/commands.ts'
import type { Answer, Execution } from '../execution.ts'
import { ownOrders } from '../orderbook/own-orders.ts'
import { refuseHalted } from './cancel-order.ts'
import { closeOrder } from './close-order.ts'

/** Never refused. Orders of a halted pair stay open. */
export function perform(execution: Execution, { user, pair }: CancelAll): Answer {
  const cancelled = ownOrders(execution.state.core.traders.get(user)).filter(
    (order) => (pair === null || order.pair === pair) && refuseHalted(order) === undefined,
  )
  for (const order of cancelled) closeOrder(execution, order, 'cancelled')
  return { type: 'cancelled', orders: cancelled.map(({ id }) => id) }
}

/** Also those of halted pairs, for an account that is frozen. */
export function cancelEveryOrder(execution: Execution, user: UserId): void {
  for (const order of ownOrders(execution.state.core.traders.get(user))) closeOrder(execution, order, 'cancelled')
}
