/** The past of the reader's orders: those that ended, and what was done of all of them. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { PairId } from '../../contract/ids.ts'
import type { OrderView, UserTradeView } from '../../contract/views.ts'
import type { Answer } from '../connection/request.ts'
import { isOpen } from './orders.ts'
import { pages } from './pages.ts'

/** Of one pair, or of all. */
export const closedOrdersOf = eachPair((pair) =>
  pages<OrderView>(
    async (http, query) =>
      mapped(await http(api.orders, { query: { status: 'closed', pair_id: pair, ...query } }), ({ orders, next }) => ({
        items: orders,
        next,
      })),
    ({ uuid }) => uuid,
  ),
)

export const ownFillsOf = eachPair((pair) =>
  pages<UserTradeView>(
    async (http, query) =>
      mapped(await http(api.fills, { query: { pair_id: pair, ...query } }), ({ fills, next }) => ({
        items: fills,
        next,
      })),
    ({ trade_id }) => trade_id,
  ),
)

export const closedOrders = closedOrdersOf.pair(undefined)
export const ownFills = ownFillsOf.pair(undefined)

/** An order was told anew: lists of the past that are on screen are asked for again. */
export const notePastAtom = atom(null, (_get, set, order: OrderView) => {
  for (const pair of [undefined, order.pair_id]) {
    if (/[1-9]/.test(order.filled_volume)) set(ownFillsOf.pair(pair).changed)
    if (!isOpen(order)) set(closedOrdersOf.pair(pair).changed)
  }
})

export const clearHistoryAtom = atom(null, (_get, set) => {
  for (const { clear } of [...closedOrdersOf.known(), ...ownFillsOf.known()]) set(clear)
})

/** The same list at every call for a pair. */
function eachPair<List>(make: (pair: PairId | undefined) => List) {
  const lists = new Map<PairId | undefined, List>()
  return {
    pair(pair: PairId | undefined): List {
      const list = lists.get(pair) ?? make(pair)
      lists.set(pair, list)
      return list
    },
    known: () => lists.values(),
  }
}

const mapped = <From, To>(answer: Answer<From>, change: (value: From) => To): Answer<To> =>
  answer.ok ? { ok: true, value: change(answer.value) } : answer
