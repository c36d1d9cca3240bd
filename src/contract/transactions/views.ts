/** The history of everything that changed the balances of a user apart from trades. */

export const TRANSACTION_TYPES = ['deposit', 'withdrawal', 'convert', 'reward', 'referral'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** `to_…` and `rate` of a conversion; `reason`: a sentence, such as "Mined for 8 h". */
export type TransactionView = {
  readonly uuid: string
  readonly type: TransactionType
  readonly status: 'completed'
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
  readonly reason: string
  readonly created_at: string
  readonly updated_at: string
}

/** Newest first. */
export type TransactionsPage = { readonly history: readonly TransactionView[]; readonly next: boolean }
