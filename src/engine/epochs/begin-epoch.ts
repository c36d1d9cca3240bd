import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { BeginEpoch } from './commands.ts'

/** More than any exchange executes between two backups. */
const MIN_GAP = 1_000_000_000
/** A thousand restores stay below the ids of conversion legs. */
const MAX_GAP = 50_000_000_000

export const refuse = (_: State, { gap }: BeginEpoch): Refusal | undefined =>
  Number.isSafeInteger(gap) && gap >= MIN_GAP && gap <= MAX_GAP
    ? undefined
    : refusal('INVALID_REQUEST', { reason: `The gap is from ${MIN_GAP} to ${MAX_GAP}.` })

export const perform = (execution: Execution, { gap, reason }: BeginEpoch): void =>
  emit(execution, { type: 'epoch-begun', at: execution.at, gap, reason })
