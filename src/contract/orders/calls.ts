/** HTTP calls for orders and fills. */

import { deleteCall, getCall, postCall } from '../call.ts'
import type { PairId } from '../ids.ts'
import type { Side } from '../markets/side.ts'
import type { TimeInForce } from './order-terms.ts'
import type { FillsPage, OrdersPage, OrderView } from './views.ts'

export type PlaceOrderBody = {
  readonly client_order_id: string
  readonly pair_id: PairId
  readonly side: Side
  readonly type: 'limit' | 'market'
  readonly price?: string | undefined
  readonly volume?: string | undefined
  readonly total?: string | undefined
  readonly max_slippage?: string | undefined
  readonly time_in_force?: TimeInForce | undefined
  readonly post_only?: boolean | undefined
  /** Milliseconds since 1970, server time: the order is not placed later. At most two minutes ahead; one minute after it arrives by default. */
  readonly valid_until?: number | undefined
}

export const ordersCalls = {
  placeOrder: postCall<PlaceOrderBody, OrderView>('/api/orders/', 'bearer'),
  cancelOrder: deleteCall<OrderView>('/api/orders/:uuid/', 'bearer'),
  orders: getCall<OrdersPage>('/api/orders/', 'bearer'),
  fills: getCall<FillsPage>('/api/orders/fills/', 'bearer'),
} as const
