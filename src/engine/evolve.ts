import type { Event } from './events.ts'
import type { Applier } from './module-type.ts'
import { appliers } from './modules.ts'
import type { State } from './state.ts'

/** Applies an event to the state. */
export function evolve(state: State, event: Event): void {
  const apply = appliers[event.type] as Applier<Event>
  apply(state, event)
}
