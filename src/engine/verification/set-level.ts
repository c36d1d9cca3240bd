import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { SetLevel } from './commands.ts'

const MAX_LEVEL = 1
const MAX_REASON_LENGTH = 300

export function refuse(state: State, { user, level, reason }: SetLevel): Refusal | undefined {
  if (accountOf(state, user) === undefined) return refusal('ACCOUNT_NOT_FOUND')
  if (!Number.isInteger(level) || level < 0 || level > MAX_LEVEL)
    return refusal('INVALID_REQUEST', { reason: `The level is from 0 to ${MAX_LEVEL}.` })
  return reason.trim() !== '' && reason.length <= MAX_REASON_LENGTH
    ? undefined
    : refusal('INVALID_REQUEST', { reason: `Give a reason of at most ${MAX_REASON_LENGTH} characters.` })
}

export function perform(execution: Execution, command: SetLevel): void {
  const { state, at } = execution
  const { user, level } = command
  const newest = state.levels.get(user)
  if (command.operator === null && newest !== undefined && command.decidedAt <= newest.decidedAt) return
  const decidedAt = command.operator === null ? command.decidedAt : at
  emit(execution, { type: 'level-set', at, user, level, decidedAt })
}
