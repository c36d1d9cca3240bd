/** Which lists of closed orders and fills exist. The lists themselves are loaded with the screens that show them. */

import { atom } from 'jotai'
import type { PairId } from '../../../contract/ids.ts'
import type { OrderView } from '../../../contract/orders/views.ts'
import type { Listed } from '../app/listed.ts'
import { isOpen } from './open-orders.ts'

/** By pair; undefined: of all pairs. */
export const orderLists = new Map<PairId | undefined, Listed>()
export const fillLists = new Map<PairId | undefined, Listed>()

/** After an order update: reloads the lists that are on screen. */
export const refreshHistoryAtom = atom(null, (_get, set, order: OrderView) => {
  for (const pair of [undefined, order.pair_id]) {
    const [fills, orders] = [fillLists.get(pair), orderLists.get(pair)]
    if (fills !== undefined && /[1-9]/.test(order.filled_volume)) set(fills.changed)
    if (orders !== undefined && !isOpen(order)) set(orders.changed)
  }
})

const all = (): readonly Listed[] => [...orderLists.values(), ...fillLists.values()]

/** After a connection began: updates may have been lost before it, or the lists were cleared for the next user. */
export const reloadHistoryAtom = atom(null, (_get, set) => {
  for (const { changed } of all()) set(changed)
})

export const clearHistoryAtom = atom(null, (_get, set) => {
  for (const { clear } of all()) set(clear)
})
