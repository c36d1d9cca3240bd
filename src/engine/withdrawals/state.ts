/** Withdrawals: all open ones, and closed ones for 24 hours, so that a repeated request and the limits know them. */

import type { CurrencyId, Millis, NetworkId, PaymentId, UserId, WithdrawalId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import { DEFAULT_LIMITS, type WithdrawalLimits } from '../../contract/wallet/limits.ts'
import type { ReviewReason } from './commands.ts'

/** `assigned`: a payment exists and decides. The last four are closed. */
export type WithdrawalStatus = 'review' | 'approved' | 'assigned' | 'settled' | 'returned' | 'rejected' | 'cancelled'

export type Withdrawal = {
  readonly id: WithdrawalId
  readonly user: UserId
  readonly clientId: string
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly address: string
  readonly amount: Units
  readonly fee: Units
  /** In units of USDT when it was requested. */
  readonly value: Units
  readonly isNewAddress: boolean
  readonly requestedAt: Millis
  readonly status: WithdrawalStatus
  /** Why it is or was in review; null: it never was. */
  readonly review: ReviewReason | null
  /** Of an approval. */
  readonly signature: string | null
  readonly payment: PaymentId | null
  readonly closedAt: Millis | null
}

export type WithdrawalState = {
  limits: WithdrawalLimits
  /** By id, in the order of the requests. */
  readonly byId: Map<WithdrawalId, Withdrawal>
  /** Closed ones in the order in which they closed; the oldest are dropped. */
  readonly closed: WithdrawalId[]
  /** Ids by user, in the order of the requests. Derived. */
  readonly byUser: Map<UserId, WithdrawalId[]>
}

export const emptyWithdrawals = (): WithdrawalState => ({
  limits: DEFAULT_LIMITS,
  byId: new Map(),
  closed: [],
  byUser: new Map(),
})
