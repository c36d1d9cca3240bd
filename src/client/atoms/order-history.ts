/** Closed orders, ten to a page, asked for when somebody looks. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { OrderView } from '../../contract/views.ts'
import { hostAtom } from './host.ts'

const PAGE = 10

export type OrderHistory =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'ready'
      readonly orders: readonly OrderView[]
      readonly hasNext: boolean
      readonly isBusy: boolean
    }

const source = atom<OrderHistory>({ state: 'loading' })

export const orderHistoryAtom = atom(
  (get) => get(source),
  (_get, set) => void set(loadHistoryAtom),
)
orderHistoryAtom.onMount = (load) => load()

export const loadHistoryAtom = atom(null, async (get, set) => {
  if (get(source).state === 'failed') set(source, { state: 'loading' })
  const answer = await get(hostAtom).http(api.orders, { query: { status: 'closed', offset: 0, limit: PAGE } })
  if (answer.ok) set(source, { state: 'ready', orders: answer.value.orders, hasNext: answer.value.next, isBusy: false })
  else if (get(source).state !== 'ready') set(source, { state: 'failed' })
})

export const nextHistoryAtom = atom(null, async (get, set) => {
  const before = get(source)
  if (before.state !== 'ready' || before.isBusy || !before.hasNext) return
  set(source, { ...before, isBusy: true })
  const query = { status: 'closed', offset: before.orders.length, limit: PAGE }
  const answer = await get(hostAtom).http(api.orders, { query })
  if (!answer.ok) return set(source, { ...before, isBusy: false })
  const known = new Set(before.orders.map(({ uuid }) => uuid))
  const orders = [...before.orders, ...answer.value.orders.filter(({ uuid }) => !known.has(uuid))]
  set(source, { state: 'ready', orders, hasNext: answer.value.next, isBusy: false })
})

export const clearHistoryAtom = atom(null, (_get, set) => set(source, { state: 'loading' }))
