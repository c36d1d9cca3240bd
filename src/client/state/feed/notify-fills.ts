/** Notifies about fills of resting orders; `placeOrderAtom` reports the outcome of new ones. */

import { atom } from 'jotai'
import type { OrderView } from '../../../contract/orders/views.ts'
import { onTradeAtom } from '../account/profile.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { allMarketsAtom } from '../markets/markets.ts'
import { openOrdersAtom } from '../orders/open-orders.ts'

/** Compares with the order before the update, then loads the text: it is not needed before the first fill. */
export const notifyFillAtom = atom(null, (get, set, order: OrderView) => {
  if (get(hostAtom).commands.isPlacing(order.client_order_id)) return
  const before = get(openOrdersAtom)?.find(({ uuid }) => uuid === order.uuid)
  const pair = get(allMarketsAtom).find((market) => market.pair.id === order.pair_id)?.pair
  if (!before || !pair || before.filled_volume === order.filled_volume) return
  if (order.status !== 'filled' && order.status !== 'partially_filled') return
  set(onTradeAtom)
  void import('../orders/order-message.ts').then(({ orderToast }) =>
    set(notifyAtom, { ...orderToast(pair, order), id: order.uuid }),
  )
})
