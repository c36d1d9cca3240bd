/** Orders can be cancelled while a pair accepts no new ones, but not while it is halted. */

import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../assert.ts'
import type { Answer, Execution } from '../execution.ts'
import type { Order } from '../orderbook/order.ts'
import type { State } from '../state.ts'
import { closeOrder } from './close-order.ts'
import type { CancelOrder } from './commands.ts'

/** The order of another user is refused like an order that does not exist. */
export function refuse(state: State, { user, order: id }: CancelOrder): Refusal | undefined {
  const order = state.orders.get(id)
  if (order === undefined || order.user !== user) return refusal('ORDER_NOT_FOUND')
  return refuseHalted(state, order)
}

export function refuseHalted(state: State, { pair: id }: Order): Refusal | undefined {
  const { pair } = expectDefined(state.markets.get(id), 'an open order has a market')
  return pair.rules.status === 'halted' ? refusal('PAIR_HALTED', { pair: pair.symbol }) : undefined
}

export function perform(execution: Execution, { order: id }: CancelOrder): Answer {
  cancel(execution, expectDefined(execution.state.orders.get(id), 'a command without an open order is refused'))
  return { type: 'cancelled', orders: [id] }
}

export function cancel(execution: Execution, order: Order): void {
  const { pair } = expectDefined(execution.state.markets.get(order.pair), 'an open order has a market')
  closeOrder(execution, pair, order, 'cancelled')
}
