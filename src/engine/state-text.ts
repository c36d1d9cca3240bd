import { modules } from './modules.ts'
import { FIRST_RULES } from './rules/versions.ts'
import type { State } from './state.ts'

/** The lines whose canonical texts are hashed. Equal states have equal lines. */
export function* stateLines(state: State): Generator<object> {
  const { journal, seq, at, lastTrade, rules } = state
  // Without the first version, so that the hashes of stored snapshots stay the same.
  yield { journal, seq, at, lastTrade, ...(rules > FIRST_RULES && { rules }) }
  for (const module of modules) yield* module.lines(state)
}
