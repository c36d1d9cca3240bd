/** The history of everything that changed the balances of a user. */

import type { Side } from '../markets/side.ts'
import type { UserTradeView } from '../orders/views.ts'

export const HISTORY_TYPES = ['all', 'trade', 'deposit', 'withdrawal', 'convert', 'reward', 'referral'] as const
export type HistoryType = (typeof HISTORY_TYPES)[number]

/** `welcome`: what a play exchange gives to a new account. An account has one, so it is no filter. */
export type TransactionType = Exclude<HistoryType, 'all'> | 'welcome'

/**
 * A deposit is `confirming` until its block is final, then `completed`; `failed` if the chain dropped it. A withdrawal is
 * in `review` or `processing`, then `sent`, then `completed`; or `failed`, `rejected` or `cancelled` with the amount
 * returned. All others are `completed`.
 */
export const TRANSACTION_STATUSES = [
  'confirming',
  'review',
  'processing',
  'sent',
  'completed',
  'failed',
  'rejected',
  'cancelled',
] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/**
 * A trade is a closed order with what it has filled; its uuid is that of the order. It pays `amount` and receives `to_amount`,
 * which is net of the fee, as a conversion does.
 * `to_…`, `rate` and `change` of a conversion: through a third coin, what was left over of that coin stays in the balance.
 * `count`: a row for this number of small deposits of a coin and day, with their sum as amount; without network and hash.
 * Other fields: `reason`: a sentence, such as "Mined for 8h". `network` to `available_at` of deposits
 * and withdrawals only. `amount` of a withdrawal leaves the balance; `receive_amount` arrives.
 */
export type TransactionView = {
  readonly uuid: string
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly currency_id: number
  readonly currency_symbol: string
  readonly currency_icon: string | null
  readonly amount: string
  readonly fee: string
  /** The currency of the fee. */
  readonly fee_symbol: string
  readonly to_currency_symbol: string | null
  readonly to_currency_icon: string | null
  readonly to_amount: string | null
  readonly rate: string | null
  readonly change: string | null
  readonly change_symbol: string | null
  readonly count: number | null
  readonly order: ClosedOrderView | null
  readonly reason: string
  readonly network_id: number | null
  readonly network: string | null
  readonly receive_amount: string | null
  readonly address: string | null
  readonly memo: string | null
  readonly txid: string | null
  readonly explorer_url: string | null
  readonly confirmations: number | null
  readonly required_confirmations: number | null
  readonly can_cancel: boolean
  readonly created_at: string
  readonly updated_at: string
}

/** `price`: the average, in the quote currency. */
export type ClosedOrderView = {
  readonly pair_symbol: string
  readonly side: Side
  readonly type: 'limit' | 'market'
  readonly price: string
}

/** A step of a deposit or withdrawal: done at `at`, or still to come without a time. */
export type TimelineStepView = {
  readonly status: TransactionStatus
  readonly text: string
  readonly at: string | null
}

/** `fills`: of a trade, the newest hundred, newest first. */
export type TransactionDetailView = TransactionView & {
  readonly timeline: readonly TimelineStepView[]
  readonly fills: readonly UserTradeView[]
}

/** A filter as a CSV file that begins with a byte order mark: the newest `rows` of `total` entries, 50,000 at most. */
export type TransactionsExportView = {
  readonly file_name: string
  readonly csv: string
  readonly rows: number
  readonly total: number
}

/** Newest first. */
export type TransactionsPage = { readonly history: readonly TransactionView[]; readonly next: boolean }
