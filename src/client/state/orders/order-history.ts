/** The user's closed orders and fills. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { PairId } from '../../../contract/ids.ts'
import type { OrderView, UserTradeView } from '../../../contract/orders/views.ts'
import type { Answer } from '../../connection/request.ts'
import { pagedList } from '../app/paged-list.ts'
import { isOpen } from './open-orders.ts'

/** Of one pair, or of all pairs for undefined. */
export const closedOrdersOf = perPair((pair) =>
  pagedList<OrderView>(
    async (http, query) =>
      mapped(await http(api.orders, { query: { status: 'closed', pair_id: pair, ...query } }), ({ orders, next }) => ({
        items: orders,
        next,
      })),
    ({ created_at: at, uuid: id }) => ({ at, id }),
  ),
)

export const ownFillsOf = perPair((pair) =>
  pagedList<UserTradeView>(
    async (http, query) =>
      mapped(await http(api.fills, { query: { pair_id: pair, ...query } }), ({ fills, next }) => ({
        items: fills,
        next,
      })),
    ({ time, trade_id: id }) => ({ at: new Date(time).toISOString(), id }),
  ),
)

export const closedOrders = closedOrdersOf.pair(undefined)
export const ownFills = ownFillsOf.pair(undefined)

/** After an order update: reloads the lists that are on screen. */
export const refreshHistoryAtom = atom(null, (_get, set, order: OrderView) => {
  for (const pair of [undefined, order.pair_id]) {
    if (/[1-9]/.test(order.filled_volume)) set(ownFillsOf.pair(pair).changed)
    if (!isOpen(order)) set(closedOrdersOf.pair(pair).changed)
  }
})

export const clearHistoryAtom = atom(null, (_get, set) => {
  for (const { clear } of [...closedOrdersOf.all(), ...ownFillsOf.all()]) set(clear)
})

/** Returns the same list for the same pair. */
function perPair<List>(make: (pair: PairId | undefined) => List) {
  const lists = new Map<PairId | undefined, List>()
  return {
    pair(pair: PairId | undefined): List {
      const list = lists.get(pair) ?? make(pair)
      lists.set(pair, list)
      return list
    },
    all: () => lists.values(),
  }
}

const mapped = <From, To>(answer: Answer<From>, change: (value: From) => To): Answer<To> =>
  answer.ok ? { ok: true, value: change(answer.value) } : answer
