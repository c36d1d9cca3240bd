import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { GiveDepositNumber } from './commands.ts'
import { nextNumber } from './state.ts'

export const refuse = (state: State, { user }: GiveDepositNumber): Refusal | undefined =>
  accountOf(state, user) === undefined ? refusal('ACCOUNT_NOT_FOUND') : undefined

export function perform(execution: Execution, { user }: GiveDepositNumber): void {
  const { deposits } = execution.state
  if (deposits.numbers.has(user)) return
  emit(execution, { type: 'deposit-number-given', user, number: nextNumber(deposits) })
}
