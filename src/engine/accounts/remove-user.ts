import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { RemoveUser } from './commands.ts'
import { accountOf } from './views.ts'

/** Only while the user has no account. */
export const refuse = (state: State, { user }: RemoveUser): Refusal | undefined =>
  accountOf(state, user) === undefined ? undefined : refusal('CREDENTIALS_OUTDATED')

export function perform(execution: Execution, { user, operator, reason }: RemoveUser): void {
  emit(execution, { type: 'user-removed', user, operator, reason })
}
