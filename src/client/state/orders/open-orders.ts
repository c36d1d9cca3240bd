/** The user's open orders on all pairs. */

import { atom } from 'jotai'
import type { OrderView } from '../../../contract/orders/views.ts'

const source = atom<readonly OrderView[] | undefined>(undefined)

/** Newest first; undefined until loaded. */
export const openOrdersAtom = atom((get) => get(source))

export const isOpen = (order: OrderView): boolean => order.status === 'open' || order.status === 'partially_filled'

export const applyOpenOrdersAtom = atom(null, (_get, set, orders: readonly OrderView[]) =>
  set(source, [...orders].filter(isOpen).sort(newestFirst)),
)

/** Replaces the order, or removes it when it is no longer open. */
export const applyOrderAtom = atom(null, (_get, set, order: OrderView) =>
  set(source, (orders = []) => {
    const others = orders.filter(({ uuid }) => uuid !== order.uuid)
    return isOpen(order) ? [order, ...others].sort(newestFirst) : others
  }),
)

export const clearOrdersAtom = atom(null, (_get, set) => set(source, undefined))

function newestFirst(one: OrderView, other: OrderView): number {
  return one.created_at === other.created_at
    ? other.uuid.localeCompare(one.uuid)
    : one.created_at < other.created_at
      ? 1
      : -1
}
