/** Tells of fills of orders that rested; those just placed are told by the one who placed them. */

import { atom } from 'jotai'
import type { OrderView } from '../../contract/views.ts'
import { hostAtom, notifyAtom } from './host.ts'
import { openOrdersAtom } from './orders.ts'
import { allMarketsAtom } from './pairs.ts'

/** Looks at once, and speaks when the words are there: nobody needs them before their first fill. */
export const announceUpdateAtom = atom(null, (get, set, order: OrderView) => {
  if (get(hostAtom).commands.isPlacing(order.client_order_id)) return
  const known = get(openOrdersAtom)?.find(({ uuid }) => uuid === order.uuid)
  const pair = get(allMarketsAtom).find((market) => market.pair.id === order.pair_id)?.pair
  if (!known || !pair || known.filled_volume === order.filled_volume) return
  if (order.status !== 'filled' && order.status !== 'partially_filled') return
  void import('./order-news.ts').then(({ tellOrder }) => set(notifyAtom, { ...tellOrder(pair, order), id: order.uuid }))
})
