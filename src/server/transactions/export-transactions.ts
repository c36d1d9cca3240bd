/** The history as CSV (RFC 4180), newest first. */

import type { UserId } from '../../contract/ids.ts'
import { countHistory, type HistoryDeps, type HistoryFilter, historyPage, type TransactionFacts } from './history.ts'

const MAX_ROWS = 50_000
/** Read at once: other requests are answered in between. */
const CHUNK = 2_000
/** Without it, spreadsheets read other letters than ASCII as those of an old code page. */
const BYTE_ORDER_MARK = '\ufeff'

type Export = { readonly csv: string; readonly rows: number; readonly total: number }

/** The newest rows, and how many there are in all. */
export async function exportTransactions(
  deps: HistoryDeps,
  user: UserId,
  filter: HistoryFilter,
  header: readonly string[],
  rowOf: (facts: TransactionFacts) => readonly string[],
): Promise<Export> {
  const lines = [lineOf(header)]
  let [rows, before, next] = [0, undefined as string | undefined, true]
  while (next && rows < MAX_ROWS) {
    const page = await historyPage(deps, user, {
      ...filter,
      offset: 0,
      limit: Math.min(CHUNK, MAX_ROWS - rows),
      before,
    })
    lines.push(...page.transactions.map((facts) => lineOf(rowOf(facts))))
    rows += page.transactions.length
    before = page.last
    next = page.next
  }
  return { csv: BYTE_ORDER_MARK + lines.join(''), rows, total: next ? await countHistory(deps, user, filter) : rows }
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cellText).join(',')}\r\n`

/** A spreadsheet runs text that begins like this as a formula. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

export function cellText(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
