/** Executes a batch of commands; the hash covers all their events. */

import type { Millis, Seq } from '../../contract/ids.ts'
import { type Command, execute, type Outcome, type State } from '../../engine/exchange.ts'
import type { Stamped } from './command-codec.ts'
import { putOutcome } from './event-bytes.ts'
import { sha256 } from './journal.ts'
import { clearSlots, newSlots, written } from './slots.ts'

export type ExecutedCommand = {
  readonly seq: Seq
  readonly at: Millis
  readonly command: Command
  readonly outcome: Pick<Outcome, 'answer' | 'events' | 'closed'>
}

/** `rules`: the version that executes all commands of the batch. */
type Batch = { readonly rules: number; readonly stamped: readonly Stamped[] }

/** Shared: batches are executed synchronously, one after the other. */
const eventBytes = newSlots()

/** `onExecuted` is called right after each command, before the next one changes the state. */
export function executeBatch(
  state: State,
  { rules, stamped }: Batch,
  onExecuted: (outcome: Outcome, index: number) => void = () => undefined,
): { readonly executed: readonly ExecutedCommand[]; readonly eventHash: Buffer } {
  clearSlots(eventBytes)
  const executed = stamped.map(([at, command], index) => {
    const seq = state.seq + 1
    const outcome = execute(state, { seq, at, rules, command })
    putOutcome(eventBytes, seq, outcome)
    onExecuted(outcome, index)
    return { seq, at, command, outcome }
  })
  return { executed, eventHash: sha256(written(eventBytes)) }
}
