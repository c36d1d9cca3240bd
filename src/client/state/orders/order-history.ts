/** The user's closed orders and fills. */

import { api } from '../../../contract/api.ts'
import type { PairId } from '../../../contract/ids.ts'
import type { OrderView, UserTradeView } from '../../../contract/orders/views.ts'
import type { Answer } from '../../connection/request.ts'
import { listed } from '../app/listed.ts'
import { pagedList } from '../app/paged-list.ts'
import { perId } from '../app/per-user.ts'
import { fillLists, orderLists } from './history-lists.ts'

/** Of one pair, or of all pairs for undefined. */
export const closedOrdersOf = perId((pair: PairId | undefined) =>
  listed(
    orderLists,
    pair,
    pagedList<OrderView>(
      async (http, query) =>
        mapped(
          await http(api.orders, { query: { status: 'closed', pair_id: pair, ...query } }),
          ({ orders, next }) => ({ items: orders, next }),
        ),
      ({ created_at: at, uuid: id }) => ({ at, id }),
    ),
  ),
)

export const ownFillsOf = perId((pair: PairId | undefined) =>
  listed(
    fillLists,
    pair,
    pagedList<UserTradeView>(
      async (http, query) =>
        mapped(await http(api.fills, { query: { pair_id: pair, ...query } }), ({ fills, next }) => ({
          items: fills,
          next,
        })),
      ({ time, trade_id: id }) => ({ at: new Date(time).toISOString(), id }),
    ),
  ),
)

export const closedOrders = closedOrdersOf(undefined)
export const ownFills = ownFillsOf(undefined)

const mapped = <From, To>(answer: Answer<From>, change: (value: From) => To): Answer<To> =>
  answer.ok ? { ok: true, value: change(answer.value) } : answer
