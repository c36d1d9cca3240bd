import type { Module } from '../module-type.ts'
import * as cancelAll from './cancel-all.ts'
import * as cancelOrder from './cancel-order.ts'
import type { OrderCommand } from './commands.ts'
import type { OrderEvent } from './events.ts'
import { place } from './place-order-once.ts'
import {
  holds,
  loadOrders,
  loadQueue,
  type OrderPiece,
  openOrder,
  orderLine,
  removeOrder,
  restOrder,
  save,
  trade,
} from './state.ts'

export const orders: Module<OrderCommand, OrderEvent, OrderPiece> = {
  handlers: {
    'place-order': place,
    'cancel-order'(execution, command) {
      const refusal = cancelOrder.refuse(execution.state, command)
      return refusal === undefined ? cancelOrder.perform(execution, command) : { type: 'refused', refusal }
    },
    'cancel-all': cancelAll.perform,
  },
  appliers: {
    'order-opened': openOrder,
    'order-rested': restOrder,
    traded: trade,
    'order-closed': removeOrder,
  },
  loaders: { orders: loadOrders, queue: loadQueue },
  save,
  *lines(state) {
    for (const order of state.core.orders.values()) yield orderLine(order)
  },
  holds,
}
