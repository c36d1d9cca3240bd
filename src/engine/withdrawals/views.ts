/** Withdrawals for readers outside the engine: all open ones, and those that closed less than a day ago. */

import type { Millis, NetworkId, UserId, WithdrawalId } from '../../contract/ids.ts'
import type { WithdrawalLimits } from '../../contract/wallet/limits.ts'
import { isAccountFrozen } from '../core.ts'
import type { State } from '../state.ts'
import type { FoundPayment } from './found.ts'
import type { PaidAddress } from './paid-addresses.ts'
import { isClosed, ownWithdrawals, type Withdrawal } from './state.ts'

export const withdrawalOf = ({ withdrawals }: State, id: WithdrawalId): Withdrawal | undefined =>
  withdrawals.byId.get(id)

/** In the order of the requests. */
export const withdrawalsOf = ({ withdrawals }: State, user: UserId): readonly Withdrawal[] =>
  ownWithdrawals(withdrawals, user)

/** The addresses that the withdrawals of a user were paid to, in the order of the first payments. */
export const paidAddressesOf = ({ withdrawals }: State, user: UserId): readonly PaidAddress[] =>
  withdrawals.paid.get(user) ?? []

/** The users with a withdrawal to this address that is open or was paid, each once. `memo`: only on TON. */
export const withdrewTo = (state: State, to: Omit<PaidAddress, 'since'>): readonly UserId[] => {
  const isSame = (each: typeof to) =>
    each.network === to.network && each.address === to.address && each.memo === to.memo
  const waiting = openWithdrawals(state).filter(isSame)
  const paid = [...state.withdrawals.paid].filter(([, addresses]) => addresses.some(isSame))
  return [...new Set([...waiting.map(({ user }) => user), ...paid.map(([user]) => user)])]
}

/** Of all users and networks, in the order of the requests. */
export const openWithdrawals = ({ withdrawals }: State): readonly Withdrawal[] =>
  [...withdrawals.byId.values()].filter((withdrawal) => !isClosed(withdrawal))

/** Those that can get a payment at `at`, in the order of the requests: not those of frozen accounts. */
export const approvedWithdrawals = (state: State, network: NetworkId, at: Millis): readonly Withdrawal[] =>
  openWithdrawals(state).filter(
    (withdrawal) =>
      withdrawal.network === network &&
      withdrawal.status === 'approved' &&
      !isAccountFrozen(state, withdrawal.user, at),
  )

export const withdrawalLimits = ({ withdrawals }: State): WithdrawalLimits => withdrawals.limits

/** Of all networks, in the order in which they were booked. */
export const foundPayments = ({ withdrawals }: State): readonly FoundPayment[] => [...withdrawals.found.values()]
