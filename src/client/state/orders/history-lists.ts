/** Which lists of closed orders and fills exist. The lists themselves are loaded with the screens that show them. */

import { atom } from 'jotai'
import type { OrderView } from '../../../contract/orders/views.ts'
import type { Listed } from '../app/listed.ts'
import { isOpen } from './open-orders.ts'

/** Lists that contain closed orders, and those that contain fills, by a name of each. */
export const orderLists = new Map<string, Listed>()
export const fillLists = new Map<string, Listed>()

/** After an order update: reloads the lists that are on screen. */
export const refreshHistoryAtom = atom(null, (_get, set, order: OrderView) => {
  const fills = /[1-9]/.test(order.filled_volume) ? [...fillLists.values()] : []
  const orders = isOpen(order) ? [] : [...orderLists.values()]
  for (const { changed } of [...fills, ...orders]) set(changed)
})

const all = (): readonly Listed[] => [...orderLists.values(), ...fillLists.values()]

/** After a connection began: updates may have been lost before it, or the lists were cleared for the next user. */
export const reloadHistoryAtom = atom(null, (_get, set) => {
  for (const { changed } of all()) set(changed)
})

export const clearHistoryAtom = atom(null, (_get, set) => {
  for (const { clear } of all()) set(clear)
})
