/** The execution of one command by the oracle. */

import type { Millis, OrderId, Seq } from '../../../src/contract/ids.ts'
import type { Refusal } from '../../../src/contract/refusals.ts'
import type { OrderEvent } from '../../../src/engine/orders/events.ts'
import type { Order } from './orderbook/order.ts'
import { openOrder, removeOrder, restOrder, trade } from './orders/state.ts'
import type { State } from './state.ts'

export type Execution = {
  readonly state: State
  readonly seq: Seq
  readonly at: Millis
  readonly events: OrderEvent[]
  readonly closed: Order[]
}

export type Answer =
  | { readonly type: 'order'; readonly order: OrderId; readonly repeated: boolean }
  | { readonly type: 'cancelled'; readonly orders: readonly OrderId[] }
  | { readonly type: 'refused'; readonly refusal: Refusal }

/** Records an event and applies it at once. */
export function emit({ state, events }: Execution, event: OrderEvent): void {
  events.push(event)
  if (event.type === 'order-opened') openOrder(state, event)
  else if (event.type === 'order-rested') restOrder(state, event)
  else if (event.type === 'traded') trade(state, event)
  else removeOrder(state, event)
}
