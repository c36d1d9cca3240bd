import type { Pair } from '../../contract/markets/instruments.ts'
import { type Execution, emit } from '../execution.ts'
import type { CloseReason, Order } from '../orderbook/order.ts'
import { release } from './hold.ts'

export function closeOrder(execution: Execution, pair: Pair, order: Order, reason: CloseReason): void {
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
