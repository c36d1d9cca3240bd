import { canonicalText, type State, stateLines } from '../../src/engine/exchange.ts'

/** The lines whose hash is the state hash. */
export const stateText = (state: State): string[] => Array.from(stateLines(state), canonicalText)
