/** The past of the reader's orders: those that ended, and what was done of all of them. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { OrderView, UserTradeView } from '../../contract/views.ts'
import type { Answer } from '../connection/request.ts'
import { isOpen } from './orders.ts'
import { pages } from './pages.ts'

export const closedOrders = pages<OrderView>(
  async (http, query) =>
    mapped(await http(api.orders, { query: { status: 'closed', ...query } }), ({ orders, next }) => ({
      items: orders,
      next,
    })),
  ({ uuid }) => uuid,
)

export const ownFills = pages<UserTradeView>(
  async (http, query) => mapped(await http(api.fills, { query }), ({ fills, next }) => ({ items: fills, next })),
  ({ trade_id }) => trade_id,
)

/** An order was told anew: lists of the past that are on screen are asked for again. */
export const notePastAtom = atom(null, (_get, set, order: OrderView) => {
  if (/[1-9]/.test(order.filled_volume)) set(ownFills.changed)
  if (!isOpen(order)) set(closedOrders.changed)
})

export const clearHistoryAtom = atom(null, (_get, set) => {
  set(closedOrders.clear)
  set(ownFills.clear)
})

const mapped = <From, To>(answer: Answer<From>, change: (value: From) => To): Answer<To> =>
  answer.ok ? { ok: true, value: change(answer.value) } : answer
