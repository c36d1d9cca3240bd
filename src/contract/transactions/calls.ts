/** HTTP calls for the history. */

import { getCall } from '../call.ts'
import type { TransactionDetailView, TransactionsExportView, TransactionsPage } from './views.ts'

export const transactionsCalls = {
  /** The query has `offset`, `limit`, `type_`, `currency_id`, `since` and `until`. */
  transactions: getCall<TransactionsPage>('/api/transactions/', 'bearer'),
  transaction: getCall<TransactionDetailView>('/api/transactions/:uuid/', 'bearer'),
  /** The query has `type_`, `currency_id`, `since` and `until`. */
  exportTransactions: getCall<TransactionsExportView>('/api/transactions/export/', 'bearer'),
} as const
