/** The user's closed orders and fills. */

import { api } from '../../../contract/api.ts'
import type { PairId } from '../../../contract/ids.ts'
import type { OrderView, UserTradeView } from '../../../contract/orders/views.ts'
import type { Answer } from '../../connection/request.ts'
import { pagedList } from '../app/paged-list.ts'
import { fillLists, type Listed, orderLists } from './history-lists.ts'

/** Of one pair, or of all pairs for undefined. */
export const closedOrdersOf = perPair(orderLists, (pair) =>
  pagedList<OrderView>(
    async (http, query) =>
      mapped(await http(api.orders, { query: { status: 'closed', pair_id: pair, ...query } }), ({ orders, next }) => ({
        items: orders,
        next,
      })),
    ({ created_at: at, uuid: id }) => ({ at, id }),
  ),
)

export const ownFillsOf = perPair(fillLists, (pair) =>
  pagedList<UserTradeView>(
    async (http, query) =>
      mapped(await http(api.fills, { query: { pair_id: pair, ...query } }), ({ fills, next }) => ({
        items: fills,
        next,
      })),
    ({ time, trade_id: id }) => ({ at: new Date(time).toISOString(), id }),
  ),
)

export const closedOrders = closedOrdersOf(undefined)
export const ownFills = ownFillsOf(undefined)

/** Returns the same list for the same pair; the map gets what an order update and a logout need of it. */
function perPair<List extends Listed>(
  listed: Map<PairId | undefined, Listed>,
  make: (pair: PairId | undefined) => List,
) {
  const lists = new Map<PairId | undefined, List>()
  return (pair: PairId | undefined): List => {
    const list = lists.get(pair) ?? make(pair)
    lists.set(pair, list)
    listed.set(pair, list)
    return list
  }
}

const mapped = <From, To>(answer: Answer<From>, change: (value: From) => To): Answer<To> =>
  answer.ok ? { ok: true, value: change(answer.value) } : answer
