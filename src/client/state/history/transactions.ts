/** The history by type, coin and time, in pages of ten. It changes while it is shown. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { HISTORY_TYPES, type HistoryType, type TransactionView } from '../../../contract/transactions/views.ts'
import { dateText } from '../../format/times.ts'
import { historyText } from '../../text/history.ts'
import { listed } from '../app/listed.ts'
import { pagedList } from '../app/paged-list.ts'
import { perUser } from '../app/per-user.ts'
import { orderLists } from '../orders/history-lists.ts'
import { type Loaded, lastReceived, loadedAt, updatesAtom, withUpdates } from './updates.ts'

export const DAYS = [1, 7, 30, 365] as const

/** The first and the last day, such as `2026-11-03`, in the local time zone. */
type DayRange = { readonly from: string; readonly to: string }

/** `currency`: the id of a coin. `days`: today and the days before it, or those of a range. Undefined for all. */
export type HistoryFilter = {
  readonly type: HistoryType
  readonly currency: number | undefined
  readonly days: (typeof DAYS)[number] | DayRange | undefined
}

/** From the begin of the first day until the end of the last, in the local time zone. */
function timesOf({ days }: HistoryFilter): { readonly since?: string; readonly until?: string } {
  if (days === undefined) return {}
  if (typeof days === 'object') return { since: dayBegin(days.from), until: dayBegin(days.to, 1) }
  const now = new Date()
  return { since: new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString() }
}

function dayBegin(day: string, daysLater = 0): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

/** Of this century: a date field accepts the year 2, too. */
const isDay = (text: string): boolean => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Error texts by field. */
export function rangeErrors({ from, to }: DayRange): { readonly from?: string; readonly to?: string } {
  const { missing, order } = historyText.dates
  if (!isDay(from)) return { from: missing, ...(!isDay(to) && { to: missing }) }
  if (!isDay(to)) return { to: missing }
  return from > to ? { to: order } : {}
}

/** `3 Nov to 9 Nov`, with years that are not this one. */
export function rangeText({ from, to }: DayRange, now: number): string {
  const thisYear = ` ${new Date(now).getFullYear()}`
  const dayOf = (day: string) => dateText(dayBegin(day)).replace(thisYear, '')
  return historyText.dates.range(dayOf(from), dayOf(to))
}

/** Of the call and of the file. */
export const queryOf = (filter: HistoryFilter) => ({
  type_: filter.type,
  currency_id: filter.currency,
  ...timesOf(filter),
})

export function isInFilter(filter: HistoryFilter, { type, currency_id, created_at }: TransactionView): boolean {
  const { since = '', until } = timesOf(filter)
  return (
    (filter.type === 'all' || type === filter.type) &&
    (filter.currency === undefined || currency_id === filter.currency) &&
    created_at >= since &&
    (until === undefined || created_at < until)
  )
}

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
  const range = { from: search.get('from') ?? '', to: search.get('to') ?? '' }
  const isRange = Object.keys(rangeErrors(range)).length === 0
  return {
    type: HISTORY_TYPES.find((type) => type === search.get('type')) ?? 'all',
    currency: /^[1-9]\d{0,8}$/.test(currency) ? Number(currency) : undefined,
    days: isRange ? range : DAYS.find((days) => String(days) === search.get('days')),
  }
}

export const filterQuery = ({ type, currency, days }: HistoryFilter): string =>
  new URLSearchParams({
    type,
    ...(currency !== undefined && { currency: String(currency) }),
    ...(typeof days === 'object' ? days : days !== undefined && { days: String(days) }),
  }).toString()
