import { type CurrencyId, isUuid } from '../../../contract/ids.ts'
import { isRefused, refuse } from '../../../contract/refusals.ts'
import { exportTransactions } from '../../transactions/export-transactions.ts'
import { type HistoryDeps, historyPage } from '../../transactions/history.ts'
import { transactionDetail } from '../../transactions/transaction-detail.ts'
import { csvFileName, csvHeader, csvRow, transactionDetailView, transactionsPage } from '../../wire/transaction.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

export function serveTransactions(context: RouteContext, deps: HistoryDeps, limit: Limit): void {
  serveSignedIn(context, 'transactions', limit, async ({ user }, { input }) => {
    const { type_: type, currency_id: currency, ...page } = input
    const filter = { ...page, type, currency: currency as CurrencyId | undefined }
    return transactionsPage(await historyPage(deps, user, filter))
  })
  serveSignedIn(context, 'exportTransactions', limit, async ({ user }, { input }) => {
    const { type_: type, currency_id: currency } = input
    const filter = { type, currency: currency as CurrencyId | undefined }
    return { file_name: csvFileName(type), ...(await exportTransactions(deps, user, filter, csvHeader, csvRow)) }
  })
  serveSignedIn(context, 'transaction', limit, async ({ user }, { params }) => {
    const uuid = params.uuid ?? ''
    const detail = isUuid(uuid) ? await transactionDetail(deps, user, uuid) : refuse('TRANSACTION_NOT_FOUND')
    return isRefused(detail) ? detail : transactionDetailView(detail)
  })
}
