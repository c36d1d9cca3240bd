/** The sentences about deposits and withdrawals that users read. */

import type { ClosedOrderView, TransactionStatus, TransactionType } from '../../contract/transactions/views.ts'
import type { ReviewReason } from '../../engine/exchange.ts'
import type { DepositDetails, DepositFailure, WithdrawalDetails } from '../transactions/transaction-details.ts'

const DEPOSIT_FAILURES: Readonly<Record<DepositFailure, string>> = {
  'below-minimum': 'Below the minimum deposit, so it was not credited',
  dropped: 'The network dropped the transaction; nothing arrived',
  unclear: 'What arrived is not what the transaction says. Contact support.',
}

/** `count`: of the small deposits of a row; null for one deposit. */
export function depositText({ failure }: DepositDetails, count: number | null): string {
  if (count === null) return failure === null ? 'Deposit' : DEPOSIT_FAILURES[failure]
  const small = count === 1 ? 'A deposit of less than 0.01 USDT' : `${count} deposits of less than 0.01 USDT each`
  return failure === null ? small : `${small}, below the minimum deposit, so not credited`
}

const REVIEWS: Readonly<Record<ReviewReason, string>> = {
  large_amount: 'the amount is large',
  new_account: 'it is the first withdrawal of a new account',
  similar_address: 'the address looks like another one that you use',
  network_review: 'all withdrawals on this network are checked at the moment',
  hourly_limit: 'many withdrawals of this coin are being made',
  would_fail: 'the network would refuse the transaction',
  approval_missing: 'the amount needs a second approval',
  found_payment: 'the exchange may have paid it before it was restored from a backup',
}

const FAILURES = {
  reverted: 'The network executed the transaction without effect. The amount is back in your balance.',
  replaced: 'The transaction can no longer be executed. The amount is back in your balance.',
  lost: 'The local chain was started anew. The amount is back in your balance.',
  missing: 'The amount did not arrive. It is back in your balance.',
} as const

/** `Bought BTC at 65866.1 USDT (market order)`: the price is the average. */
export function tradeText({ pair_symbol, side, type, price }: ClosedOrderView): string {
  const [base, quote] = pair_symbol.split('/')
  return `${side === 'buy' ? 'Bought' : 'Sold'} ${base} at ${price} ${quote} (${type} order)`
}

export function withdrawalText(
  { review, failure, note, charge }: WithdrawalDetails,
  status: TransactionStatus,
): string {
  if (status === 'review' && review) return `An operator checks it, because ${REVIEWS[review]}`
  if (status === 'failed' && failure !== undefined) return FAILURES[failure]
  if (status === 'rejected' || status === 'cancelled') return note ?? 'Withdrawal'
  if (charge !== undefined)
    return `Paid before the exchange was restored from a backup: ${charge}. If you did not request it, contact support.`
  return 'Withdrawal'
}

const STEPS: Readonly<Record<TransactionStatus, string>> = {
  confirming: 'Seen on the network',
  review: 'Being checked',
  processing: 'Accepted',
  sent: 'Sent to the network',
  completed: 'Completed',
  failed: 'Failed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
}

export const stepText = (type: TransactionType, status: TransactionStatus): string =>
  type === 'deposit' && status === 'completed' ? 'Credited to your balance' : STEPS[status]
