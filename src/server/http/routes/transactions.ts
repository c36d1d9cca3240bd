import { type CurrencyId, isUuid } from '../../../contract/ids.ts'
import { isRefused, refuse } from '../../../contract/refusals.ts'
import type { InputOf } from '../../../contract/schemas.ts'
import { exportTransactions } from '../../transactions/export-transactions.ts'
import { type HistoryDeps, type HistoryFilter, historyPage } from '../../transactions/history.ts'
import { transactionDetail } from '../../transactions/transaction-detail.ts'
import { csvFileName, csvHeader, csvRow, transactionDetailView, transactionsPage } from '../../wire/transaction.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

const filterOf = ({ type_, currency_id, since, until }: InputOf<'exportTransactions'>): HistoryFilter => ({
  type: type_,
  currency: currency_id as CurrencyId | undefined,
  since: since === undefined ? undefined : Date.parse(since),
  until: until === undefined ? undefined : Date.parse(until),
})

export function serveTransactions(context: RouteContext, deps: HistoryDeps, limit: Limit): void {
  serveSignedIn(context, 'transactions', limit, async ({ user }, { input }) => {
    const { offset, limit, before } = input
    return transactionsPage(await historyPage(deps, user, { ...filterOf(input), offset, limit, before }))
  })
  serveSignedIn(context, 'exportTransactions', limit, async ({ user }, { input }) => {
    const rows = await exportTransactions(deps, user, filterOf(input), csvHeader, csvRow)
    return { file_name: csvFileName(input.type_), ...rows }
  })
  serveSignedIn(context, 'transaction', limit, async ({ user }, { params }) => {
    const uuid = params.uuid ?? ''
    const detail = isUuid(uuid) ? await transactionDetail(deps, user, uuid) : refuse('TRANSACTION_NOT_FOUND')
    return isRefused(detail) ? detail : transactionDetailView(detail)
  })
}
