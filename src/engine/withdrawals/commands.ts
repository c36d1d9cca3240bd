import type { CurrencyId, NetworkId, UserId, WithdrawalId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import type { WithdrawalLimits } from '../../contract/wallet/limits.ts'

type ByOperator = { readonly operator: string; readonly reason: string }

/**
 * Holds the amount. Repeating `clientId` gets the first answer while the withdrawal is open and for 24 hours after it
 * closed. `address` is valid and in its canonical form: the server checked it.
 */
export type RequestWithdrawal = {
  readonly type: 'request-withdrawal'
  readonly user: UserId
  readonly clientId: string
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly address: string
  /** The comment of the transfer; only on TON. */
  readonly memo?: string
  /** Leaves the balance, the fee included. */
  readonly amount: Units
  /** Neither paid before nor in the address book for 24 hours. */
  readonly isNewAddress: boolean
  /** Why an operator decides; null: only if a limit of the engine demands it. */
  readonly review: ReviewReason | null
}

/**
 * `would_fail`: a trial run of the transaction failed. `approval_missing`: the signer demands an approval. `found_payment`:
 * a payment that was found after a restore may have paid it.
 */
export type ReviewReason =
  | 'large_amount'
  | 'new_account'
  | 'similar_address'
  | 'network_review'
  | 'hourly_limit'
  | 'would_fail'
  | 'approval_missing'
  | 'found_payment'

/** `signature`: Ed25519 signatures of approvers for the signer, in base64, separated by spaces; null below its limit. */
export type ApproveWithdrawal = ByOperator & {
  readonly type: 'approve-withdrawal'
  readonly withdrawal: WithdrawalId
  readonly signature: string | null
}

export type RejectWithdrawal = ByOperator & { readonly type: 'reject-withdrawal'; readonly withdrawal: WithdrawalId }

/** Before a payment is assigned, by its user. */
export type CancelWithdrawal = {
  readonly type: 'cancel-withdrawal'
  readonly user: UserId
  readonly withdrawal: WithdrawalId
}

/** Before a payment is assigned: an operator must look at it. */
export type ReviewWithdrawal = {
  readonly type: 'review-withdrawal'
  readonly withdrawal: WithdrawalId
  readonly review: ReviewReason
}

export type SetWithdrawalLimits = ByOperator & {
  readonly type: 'set-withdrawal-limits'
  readonly limits: WithdrawalLimits
}

export type WithdrawalCommand =
  | RequestWithdrawal
  | ApproveWithdrawal
  | RejectWithdrawal
  | CancelWithdrawal
  | ReviewWithdrawal
  | SetWithdrawalLimits
