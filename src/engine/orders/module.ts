import {
  cancelAll,
  cancelOrder,
  holdsOfOrders,
  loadOrders,
  loadQueue,
  type OrderPiece,
  orderLines,
  saveOrders,
} from '../core.ts'
import type { Module } from '../module-type.ts'
import type { OrderCommand } from './commands.ts'
import { place } from './place-order.ts'

/** The core changes open orders and logs what happens to them: nothing is left to apply. */
export const orders: Module<OrderCommand, never, OrderPiece> = {
  handlers: {
    'place-order': place,
    'cancel-order'(execution, { user, order }) {
      const refusal = cancelOrder(execution.state, user, order)
      return refusal === undefined ? { type: 'cancelled', orders: [order] } : { type: 'refused', refusal }
    },
    'cancel-all': (execution, { user, pair }) => ({
      type: 'cancelled',
      orders: cancelAll(execution.state, user, pair),
    }),
  },
  appliers: {},
  loaders: { 'open-orders': loadOrders, queue: loadQueue },
  save: saveOrders,
  lines: orderLines,
  holds: holdsOfOrders,
}
