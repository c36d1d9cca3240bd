/** One command being carried out. Saying that something happened makes it so: `emit` records and applies at once. */

import type { Millis, Seq } from '../contract/ids.ts'
import type { Event } from './events.ts'
import { evolve } from './evolve.ts'
import type { State } from './state.ts'

export type Turn = { readonly state: State; readonly seq: Seq; readonly at: Millis; readonly events: Event[] }

export function emit(turn: Turn, event: Event): void {
  turn.events.push(event)
  evolve(turn.state, event)
}
