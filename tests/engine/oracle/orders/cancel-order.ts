/** Orders can be cancelled while a pair accepts no new ones, but not while it is halted. */

import { type Refusal, refuse as refusal } from '../../../../src/contract/refusals.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import type { CancelOrder } from '../../../../src/engine/orders/commands.ts'
import type { Answer, Execution } from '../execution.ts'
import type { Order } from '../orderbook/order.ts'
import type { State } from '../state.ts'
import { closeOrder } from './close-order.ts'

/** The order of another user is refused like an order that does not exist. */
export function refuse({ core }: State, { user, order: id }: CancelOrder): Refusal | undefined {
  const order = core.orders.get(id)
  if (order === undefined || order.user !== user) return refusal('ORDER_NOT_FOUND')
  return refuseHalted(order)
}

export function refuseHalted({ book }: Order): Refusal | undefined {
  const { pair } = book.market
  return pair.rules.status === 'halted' ? refusal('PAIR_HALTED', { pair: pair.symbol }) : undefined
}

export function perform(execution: Execution, { order: id }: CancelOrder): Answer {
  const order = expectDefined(execution.state.core.orders.get(id), 'a command without an open order is refused')
  closeOrder(execution, order, 'cancelled')
  return { type: 'cancelled', orders: [id] }
}
