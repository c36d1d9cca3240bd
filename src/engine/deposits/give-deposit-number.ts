import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { accountOf } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { GiveDepositNumber } from './commands.ts'

export const refuse = (state: State, { user }: GiveDepositNumber): Refusal | undefined =>
  accountOf(state, user) === undefined ? refusal('ACCOUNT_NOT_FOUND') : undefined

export function perform(execution: Execution, { user }: GiveDepositNumber): void {
  const { numbers, users } = execution.state.deposits
  if (!numbers.has(user)) emit(execution, { type: 'deposit-number-given', user, number: users.length + 1 })
}
