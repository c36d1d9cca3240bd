/** Closed orders and own fills: of all pairs, or of one while its list is looked at. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { PairId } from '../../contract/ids.ts'
import type { OrderView, UserTradeView } from '../../contract/views.ts'
import { pagedAtom, pageOf } from './paged.ts'

/** Its own list at every call. Without a pair, of all. */
export const closedOrders = (pair?: PairId) =>
  pagedAtom<OrderView>({
    ask: async (http, page) =>
      pageOf(await http(api.orders, { query: { status: 'closed', pair_id: pair, ...page } }), ({ orders, next }) => ({
        rows: orders,
        next,
      })),
    idOf: ({ uuid }) => uuid,
  })

export const ownFills = (pair?: PairId) =>
  pagedAtom<UserTradeView>({
    ask: async (http, page) =>
      pageOf(await http(api.fills, { query: { pair_id: pair, ...page } }), ({ fills, next }) => ({
        rows: fills,
        next,
      })),
    idOf: ({ trade_id, order_uuid }) => `${trade_id} ${order_uuid}`,
  })

export const orderHistoryAtom = closedOrders()

export const clearHistoryAtom = atom(null, (_get, set) => void set(orderHistoryAtom, 'forget'))
