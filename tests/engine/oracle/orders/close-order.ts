import { type Execution, emit } from '../execution.ts'
import type { CloseReason, Order } from '../orderbook/order.ts'
import { release } from './hold.ts'

export function closeOrder(execution: Execution, order: Order, reason: CloseReason): void {
  const { pair } = order.book.market
  execution.closed.push(order)
  emit(execution, {
    type: 'order-closed',
    at: execution.at,
    order: order.id,
    user: order.user,
    reason,
    postings: release(pair, order),
  })
}
