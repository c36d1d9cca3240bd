/** Takes open orders back, one or all; what they held returns. Works while a pair takes nothing new. */

import type { Pair } from '../../contract/catalogue.ts'
import { refuse as no, type Refusal } from '../../contract/refusals.ts'
import { known } from '../assert.ts'
import type { CancelAll, CancelOrder } from '../commands.ts'
import type { CloseReason, OrderClosed } from '../events.ts'
import type { State } from '../state.ts'
import { emit, type Turn } from '../turn.ts'
import { release } from './hold.ts'
import type { Order } from './order.ts'

export function refuse(state: State, { user, order: id }: CancelOrder): Refusal | undefined {
  const order = state.orders.get(id)
  if (order === undefined || order.user !== user) return no('ORDER_NOT_FOUND')
  return refuseHalted(state, order)
}

function refuseHalted(state: State, { pair: id }: Order): Refusal | undefined {
  const { pair } = known(state.markets.get(id), 'an open order has a market')
  return pair.rules.status === 'halted' ? no('PAIR_HALTED', { pair: pair.symbol }) : undefined
}

export function perform(turn: Turn, { order }: CancelOrder): Order {
  return cancel(turn, known(turn.state.orders.get(order), 'a refused order does not come here'))
}

/** All that may be cancelled; orders of a halted pair stay. */
export function performAll(turn: Turn, { user, pair }: CancelAll): Order[] {
  const { state } = turn
  const { orders } = state.accounts.get(user) ?? { orders: [] }
  return orders
    .filter((order) => (pair === null || order.pair === pair) && refuseHalted(state, order) === undefined)
    .map((order) => cancel(turn, order))
}

export function cancel(turn: Turn, order: Order): Order {
  const { pair } = known(turn.state.markets.get(order.pair), 'an open order has a market')
  emit(turn, closed(turn, pair, order, 'cancelled'))
  return order
}

export const closed = ({ at }: Turn, pair: Pair, order: Order, reason: CloseReason): OrderClosed => ({
  type: 'order-closed',
  at,
  order: order.id,
  user: order.user,
  reason,
  postings: release(pair, order),
})
