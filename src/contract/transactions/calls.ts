/** HTTP calls for the history. */

import { getCall } from '../call.ts'
import type { TransactionsPage } from './views.ts'

/** The query has `offset`, `limit`, `type_` and `currency_id`. */
export const transactionsCalls = {
  transactions: getCall<TransactionsPage>('/api/transactions/', 'bearer'),
} as const
