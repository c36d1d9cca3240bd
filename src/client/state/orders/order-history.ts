/** The user's closed orders and fills, of all pairs. */

import { api } from '../../../contract/api.ts'
import type { OrderView, UserTradeView } from '../../../contract/orders/views.ts'
import type { Answer } from '../../connection/request.ts'
import { listed } from '../app/listed.ts'
import { pagedList } from '../app/paged-list.ts'
import { fillLists, orderLists } from './history-lists.ts'

export const closedOrders = listed(
  orderLists,
  'orders',
  pagedList<OrderView>(
    async (http, query) =>
      mapped(await http(api.orders, { query: { status: 'closed', ...query } }), ({ orders, next }) => ({
        items: orders,
        next,
      })),
    ({ created_at: at, uuid: id }) => ({ at, id }),
  ),
)

export const ownFills = listed(
  fillLists,
  'fills',
  pagedList<UserTradeView>(
    async (http, query) => mapped(await http(api.fills, { query }), ({ fills, next }) => ({ items: fills, next })),
    ({ time, trade_id: id }) => ({ at: new Date(time).toISOString(), id }),
  ),
)

function mapped<From, To>(answer: Answer<From>, change: (value: From) => To): Answer<To> {
  return answer.ok ? { ok: true, value: change(answer.value) } : answer
}
