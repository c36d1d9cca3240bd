import type { Millis, UserId, WithdrawalId } from '../../contract/ids.ts'
import type { WithdrawalLimits } from '../../contract/wallet/limits.ts'
import type { Posting } from '../postings.ts'
import type { ReviewReason } from './commands.ts'
import type { Withdrawal } from './state.ts'

/** The whole withdrawal in its first state: `review` or `approved`. */
type WithdrawalRequested = {
  readonly type: 'withdrawal-requested'
  readonly at: Millis
  readonly withdrawal: Withdrawal
  readonly postings: readonly Posting[]
}

type Changed = { readonly at: Millis; readonly user: UserId; readonly withdrawal: WithdrawalId }

type WithdrawalApproved = Changed & { readonly type: 'withdrawal-approved'; readonly signature: string | null }
type WithdrawalReviewed = Changed & { readonly type: 'withdrawal-reviewed'; readonly review: ReviewReason }

/** The amount is free again. `reason`: a sentence for the user. */
type WithdrawalReleased = Changed & {
  readonly type: 'withdrawal-released'
  readonly status: 'rejected' | 'cancelled'
  readonly reason: string
  readonly postings: readonly Posting[]
}

type WithdrawalLimitsSet = { readonly type: 'withdrawal-limits-set'; readonly limits: WithdrawalLimits }

export type WithdrawalEvent =
  | WithdrawalRequested
  | WithdrawalApproved
  | WithdrawalReviewed
  | WithdrawalReleased
  | WithdrawalLimitsSet
