import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import { move } from '../postings.ts'
import type { State } from '../state.ts'
import type { AssignUnclaimed } from './commands.ts'
import { keyOf } from './state.ts'

export function refuse(state: State, command: AssignUnclaimed): Refusal | undefined {
  if (!state.deposits.unclaimed.has(keyOf(command))) return refusal('DEPOSIT_NOT_FOUND')
  return accountOf(state, command.to) === undefined ? refusal('ACCOUNT_NOT_FOUND') : undefined
}

export function perform(execution: Execution, command: AssignUnclaimed): void {
  const { state, at } = execution
  const deposit = expectDefined(state.deposits.unclaimed.get(keyOf(command)), 'an unknown deposit is refused')
  const { network, stream, txid, part, currency, amount, address } = deposit
  const { to: user } = command
  const postings = move(currency, amount, { owner: 'unclaimed', part: 'free' }, { owner: user, part: 'free' })
  emit(execution, {
    type: 'deposit-assigned',
    at,
    network,
    stream,
    txid,
    part,
    user,
    currency,
    amount,
    address,
    postings,
  })
}
