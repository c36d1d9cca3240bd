/** What the sentence about a row of the history is written from: its column `details`. */

import type { Ppm } from '../../contract/money.ts'
import type { ReviewReason, RewardCause } from '../../engine/exchange.ts'

export type RewardDetails = RewardCause | { readonly kind: 'commission'; readonly day: number; readonly share: Ppm }

/** `failure` of a transfer that is not credited; null: none. */
export type DepositDetails = { readonly kind: 'deposit'; readonly failure: DepositFailure | null }
/** `dropped`: the chain replaced its block. `unclear`: what arrived is not what the transaction says. */
export type DepositFailure = 'below-minimum' | 'dropped' | 'unclear'

export type WithdrawalDetails = {
  readonly kind: 'withdrawal'
  readonly review?: ReviewReason | null
  readonly failure?: 'reverted' | 'replaced' | 'lost' | 'missing'
  /** Why it was rejected or cancelled. */
  readonly note?: string
  /** Why the account was charged for a payment that was found after a restore. */
  readonly charge?: string
}

/** `change` in units of USDT. */
export type TransactionDetails =
  | RewardDetails
  | { readonly kind: 'convert'; readonly change: string }
  | DepositDetails
  | WithdrawalDetails
