/** The history by type and coin, in pages of ten. */

import { api } from '../../../contract/api.ts'
import { TRANSACTION_TYPES, type TransactionType, type TransactionView } from '../../../contract/transactions/views.ts'
import { pagedList } from '../app/paged-list.ts'
import { perUser } from '../app/per-user.ts'

/** `currency`: the id of a coin; undefined for all. */
export type HistoryFilter = { readonly type: TransactionType; readonly currency: number | undefined }

const transactionList = ({ type, currency }: HistoryFilter) =>
  pagedList<TransactionView>(
    async (http, query) => {
      const answer = await http(api.transactions, { query: { ...query, type_: type, currency_id: currency } })
      return answer.ok ? { ok: true, value: { items: answer.value.history, next: answer.value.next } } : answer
    },
    ({ uuid }) => uuid,
  )

/** The list of one filter at a time: another filter starts without data at page 1. */
export const historyOf = perUser(() => {
  let current: { readonly filter: HistoryFilter; readonly list: ReturnType<typeof transactionList> } | undefined
  return (filter: HistoryFilter) => {
    if (current?.filter.type !== filter.type || current.filter.currency !== filter.currency)
      current = { filter, list: transactionList(filter) }
    return current.list
  }
})

/** The filter in the query string. Invalid values count as missing. */
export function filterOf(search: URLSearchParams): HistoryFilter {
  const currency = search.get('currency') ?? ''
  return {
    type: TRANSACTION_TYPES.find((type) => type === search.get('type')) ?? 'deposit',
    currency: /^[1-9]\d{0,8}$/.test(currency) ? Number(currency) : undefined,
  }
}

export const filterQuery = ({ type, currency }: HistoryFilter): string =>
  new URLSearchParams({ type, ...(currency !== undefined && { currency: String(currency) }) }).toString()
