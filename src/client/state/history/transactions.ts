/** The history by type, coin and time, in pages of ten. It changes while it is shown. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { HISTORY_TYPES, type HistoryType, type TransactionView } from '../../../contract/transactions/views.ts'
import { listed } from '../app/listed.ts'
import { pagedList } from '../app/paged-list.ts'
import { perUser } from '../app/per-user.ts'
import { orderLists } from '../orders/history-lists.ts'
import { type Loaded, lastReceived, loadedAt, updatesAtom, withUpdates } from './updates.ts'

export const DAYS = [1, 7, 30, 365] as const
export type Days = (typeof DAYS)[number]

/** `currency`: the id of a coin. `days`: today and the days before it. Undefined for all. */
export type HistoryFilter = {
  readonly type: HistoryType
  readonly currency: number | undefined
  readonly days: Days | undefined
}

/** The begin of the first day, in the local time zone. */
function sinceOf({ days }: HistoryFilter): string | undefined {
  if (days === undefined) return undefined
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString()
}

/** Of the call and of the file. */
export const queryOf = (filter: HistoryFilter) => ({
  type_: filter.type,
  currency_id: filter.currency,
  since: sinceOf(filter),
})

export const isInFilter = (filter: HistoryFilter, { type, currency_id, created_at }: TransactionView): boolean =>
  (filter.type === 'all' || type === filter.type) &&
  (filter.currency === undefined || currency_id === filter.currency) &&
  created_at >= (sinceOf(filter) ?? '')

function transactionList(filter: HistoryFilter) {
  const paged = pagedList<Loaded>(
    async (http, query) => {
      const asOf = lastReceived()
      const answer = await http(api.transactions, { query: { ...query, ...queryOf(filter) } })
      if (!answer.ok) return answer
      return { ok: true, value: { items: loadedAt(answer.value.history, asOf), next: answer.value.next } }
    },
    ({ view }) => ({ at: view.created_at, id: view.uuid }),
  )
  const { list, load, next } = listed(orderLists, filterQuery(filter), paged)
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
    if (current === undefined || filterQuery(current.filter) !== filterQuery(filter))
      current = { filter, list: transactionList(filter) }
    return current.list
  }
})

/** The filter in the query string. Invalid values count as missing. */
export function filterOf(search: URLSearchParams): HistoryFilter {
  const currency = search.get('currency') ?? ''
  return {
    type: HISTORY_TYPES.find((type) => type === search.get('type')) ?? 'all',
    currency: /^[1-9]\d{0,8}$/.test(currency) ? Number(currency) : undefined,
    days: DAYS.find((days) => String(days) === search.get('days')),
  }
}

export const filterQuery = ({ type, currency, days }: HistoryFilter): string =>
  new URLSearchParams({
    type,
    ...(currency !== undefined && { currency: String(currency) }),
    ...(days !== undefined && { days: String(days) }),
  }).toString()
