/** Parses the bodies of order commands, for HTTP and the socket alike. */

import type { OrderId } from '../../contract/ids.ts'
import type { PlaceOrderBody } from '../../contract/orders/calls.ts'
import { parseOrder } from '../../contract/orders/parse-order.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { findOrderId } from '../orders/cancel-order.ts'
import type { OrderDeps } from '../orders/list-orders.ts'
import { findPair, type OrderRequest } from '../orders/place-order.ts'

type Deps = Pick<OrderDeps, 'sequencer'>

export function parsePlaceOrder(deps: Deps, body: PlaceOrderBody): OrderRequest | Refusal {
  const pair = findPair(deps, body.pair_id)
  if (pair === undefined) return refuse('PAIR_NOT_FOUND')
  const terms = parseOrder(pair, body)
  if (isRefused(terms)) return terms
  const { client_order_id: clientId, side, valid_until: validUntil } = body
  return { clientId, pair: pair.id, side, terms, ...(validUntil !== undefined && { validUntil }) }
}

export const parseOrderUuid = (deps: Deps, uuid: string): OrderId | Refusal =>
  findOrderId(deps, uuid) ?? refuse('ORDER_NOT_FOUND')
