/** HTTP calls for the history. */

import { getCall } from '../call.ts'
import type { TransactionDetailView, TransactionsPage } from './views.ts'

export const transactionsCalls = {
  /** The query has `offset`, `limit`, `type_` and `currency_id`. */
  transactions: getCall<TransactionsPage>('/api/transactions/', 'bearer'),
  transaction: getCall<TransactionDetailView>('/api/transactions/:uuid/', 'bearer'),
  /** CSV; the query has `type_` and `currency_id`. */
  exportTransactions: getCall<string>('/api/transactions/export/', 'bearer'),
} as const
