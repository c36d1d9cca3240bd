/** The execution of one command. */

import type { Conversion } from '../contract/convert/conversion.ts'
import type { Millis, OrderId, Seq } from '../contract/ids.ts'
import type { Refusal } from '../contract/refusals.ts'
import { loggedSlots } from './core.ts'
import type { ModuleEvent } from './events.ts'
import type { Payment } from './payments/state.ts'
import type { State } from './state.ts'
import type { Withdrawal } from './withdrawals/state.ts'

/** An event of a module, with the slots that the core had logged before it. */
export type Noted = { readonly after: number; readonly event: ModuleEvent }

export type Execution = {
  readonly state: State
  readonly seq: Seq
  readonly at: Millis
  readonly noted: Noted[]
  /** Passed in, because the appliers of all modules are known only above them. */
  readonly evolve: (state: State, event: ModuleEvent) => void
}

export type Answer =
  | { readonly type: 'done' }
  | { readonly type: 'order'; readonly order: OrderId; readonly repeated: boolean }
  | { readonly type: 'converted'; readonly conversion: Conversion; readonly repeated: boolean }
  | { readonly type: 'withdrawal'; readonly withdrawal: Withdrawal; readonly repeated: boolean }
  | { readonly type: 'payment'; readonly payment: Payment }
  | { readonly type: 'cancelled'; readonly orders: readonly OrderId[] }
  | { readonly type: 'refused'; readonly refusal: Refusal }

/** Records an event and applies it at once. Nothing but this, the core and the answers of orders changes the state. */
export function emit(execution: Execution, event: ModuleEvent): void {
  execution.noted.push({ after: loggedSlots(execution.state), event })
  execution.evolve(execution.state, event)
}
