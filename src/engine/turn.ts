/** One command being carried out. Saying that something happened makes it so: `emit` records and applies at once. */

import type { Millis, Seq } from '../contract/ids.ts'
import { known } from './assert.ts'
import type { Event } from './events.ts'
import { evolve } from './evolve.ts'
import type { Order } from './orders/order.ts'
import type { State } from './state.ts'

export type Turn = {
  readonly state: State
  readonly seq: Seq
  readonly at: Millis
  readonly events: Event[]
  /** Orders that ended in this turn: the state no longer knows them. */
  readonly closed: Order[]
}

export function emit(turn: Turn, event: Event): void {
  if (event.type === 'order-closed') turn.closed.push(known(turn.state.orders.get(event.order), 'an open order closes'))
  turn.events.push(event)
  evolve(turn.state, event)
}
