/** The history by type and coin, in pages of ten. Deposits and withdrawals change while they are shown. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { TRANSACTION_TYPES, type TransactionType, type TransactionView } from '../../../contract/transactions/views.ts'
import { pagedList } from '../app/paged-list.ts'
import { perUser } from '../app/per-user.ts'
import { type Loaded, lastReceived, loadedAt, updatesAtom, withUpdates } from './updates.ts'

/** `currency`: the id of a coin; undefined for all. */
export type HistoryFilter = { readonly type: TransactionType; readonly currency: number | undefined }

export const isInFilter = ({ type, currency }: HistoryFilter, view: TransactionView): boolean =>
  view.type === type && (currency === undefined || view.currency_id === currency)

function transactionList(filter: HistoryFilter) {
  const { type, currency } = filter
  const { list, load, next } = pagedList<Loaded>(
    async (http, query) => {
      const asOf = lastReceived()
      const answer = await http(api.transactions, { query: { ...query, type_: type, currency_id: currency } })
      if (!answer.ok) return answer
      return { ok: true, value: { items: loadedAt(answer.value.history, asOf), next: answer.value.next } }
    },
    ({ view }) => ({ at: view.created_at, id: view.uuid }),
  )
  const current = atom((get) => {
    const loaded = get(list)
    if (loaded.state !== 'ready') return loaded
    return { ...loaded, items: withUpdates(loaded.items, get(updatesAtom), (view) => isInFilter(filter, view)) }
  })
  return { list: current, load, next }
}

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
