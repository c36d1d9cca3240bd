/** The return of an unclaimed deposit: begun, approved or cancelled by an operator. */

import type { ReturnId } from '../../contract/ids.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { ApproveReturn, CancelReturn, ReturnUnclaimed } from './commands.ts'
import { returnIn } from './returns.ts'
import { keyOf } from './state.ts'

export const returnUnclaimed = {
  refuse: ({ deposits }: State, command: ReturnUnclaimed): Refusal | undefined =>
    deposits.unclaimed.has(keyOf(command)) ? undefined : refusal('DEPOSIT_NOT_FOUND'),
  perform(execution: Execution, command: ReturnUnclaimed): void {
    const { state, seq } = execution
    const deposit = expectDefined(state.deposits.unclaimed.get(keyOf(command)), 'an unknown deposit is refused')
    const { address } = command
    const added = { id: seq as ReturnId, deposit, address, signature: null, payment: null }
    emit(execution, { type: 'return-requested', return: added })
  },
}

function refuseUnlessWaiting({ deposits }: State, command: ApproveReturn | CancelReturn): Refusal | undefined {
  const known = deposits.returns.get(command.return)
  if (known === undefined) return refusal('DEPOSIT_NOT_FOUND')
  return known.payment === null ? undefined : refusal('PAYMENT_REFUSED', { reason: 'it is already being paid' })
}

export const approveReturn = {
  refuse: refuseUnlessWaiting,
  perform(execution: Execution, { return: id, signature }: ApproveReturn): void {
    if (returnIn(execution.state.deposits, id).signature !== signature)
      emit(execution, { type: 'return-approved', return: id, signature })
  },
}

export const cancelReturn = {
  refuse: refuseUnlessWaiting,
  perform: (execution: Execution, { return: id }: CancelReturn): void =>
    emit(execution, { type: 'return-cancelled', return: id }),
}
