/** A batch of commands through the engine: what came of each, and the hash of all their events. */

import type { Millis, Seq } from '../../contract/ids.ts'
import type { Command } from '../../engine/commands.ts'
import { execute, type Outcome } from '../../engine/engine.ts'
import type { State } from '../../engine/state.ts'
import { addText, addValue, clear, digest, newHash } from './canonical-hash.ts'
import type { Stamped } from './codec.ts'

export type Done = { readonly seq: Seq; readonly at: Millis; readonly command: Command; readonly outcome: Outcome }

/** One is enough: a batch is carried out at once. */
const eventHash = newHash()

/** `look` sees the state right after each command, before the next one. */
export function carryOut(
  state: State,
  stamped: readonly Stamped[],
  look: (outcome: Outcome, index: number) => void = () => undefined,
): { readonly done: readonly Done[]; readonly eventHash: Buffer } {
  clear(eventHash)
  const done = stamped.map(([at, command], index) => {
    const seq = state.seq + 1
    const outcome = execute(state, { seq, at, command })
    addValue(eventHash, seq)
    addValue(eventHash, outcome.events)
    addText(eventHash, '\n')
    look(outcome, index)
    return { seq, at, command, outcome }
  })
  return { done, eventHash: digest(eventHash) }
}
