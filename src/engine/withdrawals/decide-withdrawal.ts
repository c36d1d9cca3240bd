/** Approval, review, rejection and cancellation of a withdrawal that has no payment yet. */

import type { UserId, WithdrawalId } from '../../contract/ids.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import { listedNetwork } from '../networks/state.ts'
import { move } from '../postings.ts'
import type { State } from '../state.ts'
import type { ApproveWithdrawal, CancelWithdrawal, RejectWithdrawal, ReviewWithdrawal } from './commands.ts'
import { isClosed, type WithdrawalStatus, withdrawalIn } from './state.ts'

const isReleased = (status: WithdrawalStatus): boolean => status === 'rejected' || status === 'cancelled'

type Decision = { readonly withdrawal: WithdrawalId; readonly user?: UserId }

/**
 * Reaching `target` again is accepted and changes nothing. Another user's withdrawal does not exist for the user. After a
 * restore, one that may have been paid since the backup keeps its amount until the network is reconciled.
 */
const refuseUnlessOpen =
  <C extends Decision>(target: WithdrawalStatus) =>
  ({ withdrawals, networks }: State, { withdrawal, user }: C): Refusal | undefined => {
    const known = withdrawals.byId.get(withdrawal)
    if (known === undefined || (user !== undefined && known.user !== user)) return refusal('WITHDRAWAL_NOT_FOUND')
    if (known.status === target) return undefined
    if (isClosed(known)) return refusal('WITHDRAWAL_CLOSED')
    const mayBePaid = isReleased(target) && listedNetwork(networks, known.network).restoredAt !== null
    return known.status === 'assigned' || mayBePaid ? refusal('WITHDRAWAL_UNDERWAY') : undefined
  }

export const approveWithdrawal = {
  refuse: refuseUnlessOpen<ApproveWithdrawal>('approved'),
  perform(execution: Execution, { withdrawal, signature }: ApproveWithdrawal): void {
    const { user, status, signature: before } = withdrawalIn(execution.state.withdrawals, withdrawal)
    if (status === 'approved' && before === signature) return
    emit(execution, { type: 'withdrawal-approved', at: execution.at, user, withdrawal, signature })
  },
}

export const reviewWithdrawal = {
  refuse: refuseUnlessOpen<ReviewWithdrawal>('review'),
  perform(execution: Execution, { withdrawal, review }: ReviewWithdrawal): void {
    const { user, status } = withdrawalIn(execution.state.withdrawals, withdrawal)
    if (status !== 'review')
      emit(execution, { type: 'withdrawal-reviewed', at: execution.at, user, withdrawal, review })
  },
}

export const rejectWithdrawal = {
  refuse: refuseUnlessOpen<RejectWithdrawal>('rejected'),
  perform: (execution: Execution, { withdrawal, reason }: RejectWithdrawal): void =>
    release(execution, withdrawal, 'rejected', reason),
}

export const cancelWithdrawal = {
  refuse: refuseUnlessOpen<CancelWithdrawal>('cancelled'),
  perform: (execution: Execution, { withdrawal }: CancelWithdrawal): void =>
    release(execution, withdrawal, 'cancelled', 'You cancelled it.'),
}

function release(execution: Execution, id: WithdrawalId, status: 'rejected' | 'cancelled', reason: string): void {
  const { user, currency, amount, status: before } = withdrawalIn(execution.state.withdrawals, id)
  if (before === status) return
  const postings = move(currency, amount, { owner: user, part: 'held' }, { owner: user, part: 'free' })
  emit(execution, {
    type: 'withdrawal-released',
    at: execution.at,
    user,
    withdrawal: id,
    status,
    reason,
    postings,
  })
}
