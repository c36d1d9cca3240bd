import type { ModuleEvent } from './events.ts'
import type { Applier } from './module-type.ts'
import { appliers } from './modules.ts'
import type { State } from './state.ts'

/** Applies an event of a module to the state; the core has done what its own events say. */
export function evolve(state: State, event: ModuleEvent): void {
  const apply = appliers[event.type] as Applier<ModuleEvent>
  apply(state, event)
}
