/** The history of a user: a page of one type, newest first. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import type { TransactionType } from '../../contract/transactions/views.ts'
import { expectDefined } from '../../engine/assert.ts'
import { currencyOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import type { TransactionRow } from '../postgres/tables.ts'
import { type ReadYourWritesDeps, waitForOwnWrites } from '../read-models/read-your-writes.ts'

export type ListTransactionsDeps = ReadYourWritesDeps & { readonly database: Database }

type TransactionFilter = {
  readonly type: TransactionType
  readonly currency: CurrencyId | undefined
  readonly offset: number
  readonly limit: number
}

export type TransactionFacts = {
  readonly row: TransactionRow
  readonly currency: Currency
  readonly to: Currency | undefined
}

/** A conversion belongs to both of its coins. */
const PAGE = `select * from transactions where user_id = $1 and type = $2
  and ($3::integer is null or currency_id = $3 or to_currency_id = $3)
order by at desc, uuid offset $4 limit $5`

/** `next`: there are more. */
export async function listTransactions(
  deps: ListTransactionsDeps,
  user: UserId,
  { type, currency, offset, limit }: TransactionFilter,
): Promise<{ readonly transactions: readonly TransactionFacts[]; readonly next: boolean }> {
  await waitForOwnWrites(deps, user)
  const parameters = [user, type, currency ?? null, offset, limit + 1]
  const rows = await query<TransactionRow>(deps.database.pool, PAGE, parameters)
  const transactions = await deps.sequencer.read((state) =>
    rows.slice(0, limit).map((row) => ({
      row,
      currency: expectDefined(currencyOf(state, row.currency_id), 'the currency of a row is listed'),
      to: row.to_currency_id === null ? undefined : currencyOf(state, row.to_currency_id),
    })),
  )
  return { transactions, next: rows.length > limit }
}
