/** The execution of one command. */

import type { Conversion } from '../contract/convert/conversion.ts'
import type { Millis, OrderId, Seq } from '../contract/ids.ts'
import type { Refusal } from '../contract/refusals.ts'
import type { Event } from './events.ts'
import type { OrderView } from './orderbook/order.ts'
import type { Payment } from './payments/state.ts'
import type { State } from './state.ts'
import type { Withdrawal } from './withdrawals/state.ts'

export type Execution = {
  readonly state: State
  readonly seq: Seq
  readonly at: Millis
  readonly events: Event[]
  /** Orders that this command closed; they are no longer in the state. */
  readonly closed: OrderView[]
  /** Passed in, because the appliers of all modules are known only above them. */
  readonly evolve: (state: State, event: Event) => void
}

export type Answer =
  | { readonly type: 'done' }
  | { readonly type: 'order'; readonly order: OrderId; readonly repeated: boolean }
  | { readonly type: 'converted'; readonly conversion: Conversion; readonly repeated: boolean }
  | { readonly type: 'withdrawal'; readonly withdrawal: Withdrawal; readonly repeated: boolean }
  | { readonly type: 'payment'; readonly payment: Payment }
  | { readonly type: 'cancelled'; readonly orders: readonly OrderId[] }
  | { readonly type: 'refused'; readonly refusal: Refusal }

/** Records an event and applies it at once. Nothing else changes the state. */
export function emit(execution: Execution, event: Event): void {
  execution.events.push(event)
  execution.evolve(execution.state, event)
}
