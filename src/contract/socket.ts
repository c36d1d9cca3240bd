/**
 * The words of `/ws/charts/{pair}/{token}/`. A client says `name` or `name/argument` as text; the server answers
 * and pushes JSON. Market messages are about the pair of the path, private ones about everything the user has.
 */

import type { AssetView, BalanceChangeView, FillView, FullPairView, OrderBookView, OrderView } from './views.ts'

export type Question = 'get_orderbook' | 'get_price' | 'get_assets' | 'get_positions' | 'get_open_orders'

export const QUESTIONS: readonly Question[] = [
  'get_orderbook',
  'get_price',
  'get_assets',
  'get_positions',
  'get_open_orders',
]

export type ServerMessage =
  | { readonly type: 'orderbook'; readonly seq: number; readonly data: OrderBookView }
  | { readonly type: 'price'; readonly data: string }
  | { readonly type: 'coin'; readonly data: FullPairView }
  | { readonly type: 'assets'; readonly data: readonly AssetView[] }
  | { readonly type: 'positions'; readonly data: readonly AssetView[] }
  | { readonly type: 'open_orders'; readonly data: readonly OrderView[] }
  | { readonly type: 'balance_change'; readonly data: BalanceChangeView }
  | { readonly type: 'order_accepted'; readonly client_order_id: string; readonly data: OrderView }
  | ({ readonly type: 'order_rejected'; readonly client_order_id: string } & Complaint)
  | { readonly type: 'order_update'; readonly data: OrderView & { readonly last_fill?: FillView } }
  | ({ readonly type: 'cancel_rejected'; readonly uuid: string } & Complaint)
  | { readonly type: 'orders_cancelled'; readonly pair: string; readonly count: number }
  | ({ readonly type: 'error' } & Complaint)
  | { readonly type: 'pong'; readonly server_time: number }
  | { readonly type: 'shutdown' }

export type Complaint = {
  readonly code: string
  readonly detail: string
  readonly params?: Readonly<Record<string, string>>
}

/** The path's token part for a guest; a signed-in client puts `Bearer_` and a single-use ticket there. */
export const GUEST = 'Unauthorized'
export const BEARER = 'Bearer_'

/** Without a message for so long a connection counts as dead. */
export const STALE_AFTER_MILLIS = 30_000
export const PING_EVERY_MILLIS = 20_000

/** Codes with which the server closes a socket. */
export const CLOSE = { unauthorized: 4401, tooSlow: 4408, tooMany: 4429, restarting: 1012 } as const
