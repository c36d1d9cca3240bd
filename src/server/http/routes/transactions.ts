import type { CurrencyId } from '../../../contract/ids.ts'
import { type ListTransactionsDeps, listTransactions } from '../../transactions/list-transactions.ts'
import { transactionsPage } from '../../wire/transaction.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

export function serveTransactions(context: RouteContext, deps: ListTransactionsDeps, limit: Limit): void {
  serveSignedIn(context, 'transactions', limit, async ({ user }, { input }) => {
    const { type_: type, currency_id: currency, ...page } = input
    return transactionsPage(
      await listTransactions(deps, user, { ...page, type, currency: currency as CurrencyId | undefined }),
    )
  })
}
