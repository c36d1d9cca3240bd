/** The history as CSV (RFC 4180), newest first. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { TransactionType } from '../../contract/transactions/views.ts'
import { type HistoryDeps, historyPage, type TransactionFacts } from './history.ts'

const MAX_ROWS = 10_000

type Filter = { readonly type: TransactionType; readonly currency: CurrencyId | undefined }

export async function exportTransactions(
  deps: HistoryDeps,
  user: UserId,
  filter: Filter,
  header: readonly string[],
  rowOf: (facts: TransactionFacts) => readonly string[],
): Promise<string> {
  const { transactions } = await historyPage(deps, user, { ...filter, offset: 0, limit: MAX_ROWS })
  return [header, ...transactions.map(rowOf)].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

/** A spreadsheet runs text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/

export function cellText(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
