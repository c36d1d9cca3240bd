import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { currencyOf, move } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { OpenAccount } from './commands.ts'

/** Every grant is a positive amount of a listed currency. */
export function refuse(state: State, { grants }: OpenAccount): Refusal | undefined {
  const areValid = grants.every(({ currency, amount }) => currencyOf(state, currency) !== undefined && amount > 0n)
  return areValid ? undefined : refusal('CURRENCY_NOT_FOUND')
}

/** Does nothing for an existing account, so that an interrupted sign-up can be completed at any time. */
export function perform(execution: Execution, command: OpenAccount): void {
  const { user, kind, referralCode, referrer, grants } = command
  if (execution.state.accounts.has(user)) return
  const postings = grants.flatMap(({ currency, amount }) =>
    move(currency, amount, { owner: 'world', part: 'free' }, { owner: user, part: 'free' }),
  )
  emit(execution, { type: 'account-opened', at: execution.at, user, kind, referralCode, referrer, postings })
}
