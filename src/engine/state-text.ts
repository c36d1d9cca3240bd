import { lastTradeOf } from './core.ts'
import { modules } from './modules.ts'
import type { State } from './state.ts'

/** The lines whose canonical texts are hashed. Equal states have equal lines. */
export function* stateLines(state: State): Generator<object> {
  const { journal, seq, at, epoch, rules } = state
  const lastTrade = lastTradeOf(state)
  yield { journal, seq, at, lastTrade, epoch, rules }
  for (const module of modules) yield* module.lines(state)
}
