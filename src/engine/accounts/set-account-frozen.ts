import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { SetAccountFrozen } from './commands.ts'

export const refuse = (state: State, { user }: SetAccountFrozen): Refusal | undefined =>
  state.accounts.has(user) ? undefined : refusal('ACCOUNT_NOT_FOUND')

/** A frozen account can cancel orders but not place them. */
export function perform(execution: Execution, { user, frozen }: SetAccountFrozen): void {
  const account = expectDefined(execution.state.accounts.get(user), 'a command without an account is refused')
  if (account.frozen !== frozen) emit(execution, { type: 'account-frozen-set', user, frozen })
}
