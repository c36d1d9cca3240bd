/**
 * The protocol of `/ws/charts/{pair}/{token}/`. A client sends `name` or `name/argument` as text; the server replies and
 * pushes JSON. Market messages are about the pair of the path, user messages about all pairs of the user.
 */

import type { Timeframe } from './markets/timeframes.ts'
import type { CandleView, FullPairView, OrderBookView, TradeView } from './markets/views.ts'
import type { FillView, OrderView, UserTradeView } from './orders/views.ts'
import type { AssetView, BalanceChangeView } from './portfolio/views.ts'
import type { TransactionView } from './transactions/views.ts'

export const QUERIES = [
  'get_orderbook',
  'get_price',
  'get_price_change_24h',
  'get_volume_24h',
  'get_turnover_24h',
  'get_high_24h_price',
  'get_low_24h_price',
  'get_trades',
  'get_assets',
  'get_positions',
  'get_open_orders',
] as const

/** About the user; the others are about the pair of the path. */
export const USER_QUERIES = ['get_assets', 'get_positions', 'get_open_orders'] as const satisfies readonly QueryName[]

/** Messages with an argument (except `ping`): `place_order/{json}`, `get_order_history/{page}`. */
export const COMMANDS = [
  'ping',
  'get_chart',
  'change_timeframe',
  'get_order_history',
  'get_user_trades',
  'place_order',
  'cancel_order',
  'cancel_all_orders',
] as const
export type CommandName = (typeof COMMANDS)[number]

/** Entries per page of order history and user trades. */
export const HISTORY_PAGE_SIZE = 10

/** Each query is answered by one message whose `type` is the name without `get_`. */
export type QueryName = (typeof QUERIES)[number]

/** 24-hour statistics, null before the first trade. The change is a signed percentage. */
export type Stat24h = 'price_change_24h' | 'volume_24h' | 'turnover_24h' | 'high_24h_price' | 'low_24h_price'

export type ServerMessage =
  | { readonly type: 'orderbook'; readonly seq: number; readonly data: OrderBookView }
  | { readonly type: 'price'; readonly data: string }
  | { [Figure in Stat24h]: { readonly type: Figure; readonly data: string | null } }[Stat24h]
  /** The newest trades, newest first. */
  | { readonly type: 'trades'; readonly data: readonly TradeView[] }
  /** Answers `get_chart/{page}` and `change_timeframe/{timeframe}`: page 1 is the newest, `data` is oldest first. */
  | ({ readonly type: 'charts_data'; readonly page: number; readonly next: boolean } & Chart<readonly CandleView[]>)
  /** The current candle: replaces the one with the same time, or is appended. */
  | ({ readonly type: 'chart_data' } & Chart<CandleView>)
  /** Of the pair of the path when it opens, and of any pair that is new or whose listing changed. */
  | { readonly type: 'coin'; readonly data: FullPairView }
  | { readonly type: 'assets'; readonly data: readonly AssetView[] }
  | { readonly type: 'positions'; readonly data: readonly AssetView[] }
  | { readonly type: 'open_orders'; readonly data: readonly OrderView[] }
  /** Closed orders, newest first; page 1 is the newest. */
  | {
      readonly type: 'order_history'
      readonly page: number
      readonly next: boolean
      readonly data: readonly OrderView[]
    }
  /** Fills of the user, newest first. */
  | {
      readonly type: 'user_trades'
      readonly page: number
      readonly next: boolean
      readonly data: readonly UserTradeView[]
    }
  | { readonly type: 'balance_change'; readonly data: BalanceChangeView }
  /** A deposit or withdrawal of the user changed, or is new. */
  | { readonly type: 'deposit_update'; readonly data: TransactionView }
  | { readonly type: 'withdrawal_update'; readonly data: TransactionView }
  /** What the profile says has changed: load it again. */
  | { readonly type: 'profile_update' }
  | { readonly type: 'order_accepted'; readonly client_order_id: string; readonly data: OrderView }
  | ({ readonly type: 'order_rejected'; readonly client_order_id: string } & ErrorMessage)
  | { readonly type: 'order_update'; readonly data: OrderView & { readonly last_fill?: FillView } }
  | ({ readonly type: 'cancel_rejected'; readonly uuid: string } & ErrorMessage)
  | { readonly type: 'orders_cancelled'; readonly pair: string; readonly count: number }
  | ({ readonly type: 'error' } & ErrorMessage)
  | { readonly type: 'pong'; readonly server_time: number }
  /** True: market messages have the last committed data, because nothing can be committed now. False: current again. */
  | { readonly type: 'stale'; readonly data: boolean }
  | { readonly type: 'shutdown' }

type Chart<Data> = { readonly timeframe: Timeframe; readonly data: Data }

export type ErrorMessage = {
  readonly code: string
  readonly detail: string
  readonly params?: Readonly<Record<string, string>>
}

/** The pair part of the path while no pair is listed: only user messages. */
export const NO_PAIR = 'none'

/** The token part of the path for a guest; a logged-in client sends `Bearer_` and a single-use ticket. */
export const GUEST = 'Unauthorized'
export const BEARER = 'Bearer_'

/** A connection without a message for this long is considered lost. */
export const STALE_AFTER_MILLIS = 30_000
export const PING_EVERY_MILLIS = 20_000

/** WebSocket close codes of the server. */
export const CLOSE = { unauthorized: 4401, tooSlow: 4408, tooMany: 4429, restarting: 1012 } as const
