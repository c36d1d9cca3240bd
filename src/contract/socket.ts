/**
 * The words of `/ws/charts/{pair}/{token}/`. A client says `name` or `name/argument` as text; the server answers
 * and pushes JSON. Market messages are about the pair of the path, private ones about everything the user has.
 */

import type { Timeframe } from './timeframes.ts'
import type {
  AssetView,
  BalanceChangeView,
  CandleView,
  FillView,
  FullPairView,
  OrderBookView,
  OrderView,
  TradeView,
  UserTradeView,
} from './views.ts'

export const QUESTIONS = [
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

/** Said with an argument, but for `ping`: `place_order/{json}`, `get_order_history/{page}`. */
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

/** How many entries of the past a page over the socket has. */
export const PAST_PAGE = 10

/** Asked by name; each is answered by one message whose `type` is the name without `get_`. */
export type Question = (typeof QUESTIONS)[number]

/** Figures of the last 24 hours, null before the first trade. The change is in percent, with its sign. */
export type DayFigure = 'price_change_24h' | 'volume_24h' | 'turnover_24h' | 'high_24h_price' | 'low_24h_price'

export type ServerMessage =
  | { readonly type: 'orderbook'; readonly seq: number; readonly data: OrderBookView }
  | { readonly type: 'price'; readonly data: string }
  | { [Figure in DayFigure]: { readonly type: Figure; readonly data: string | null } }[DayFigure]
  /** The newest trades, newest first. */
  | { readonly type: 'trades'; readonly data: readonly TradeView[] }
  /** Answers `get_chart/{page}` and `change_timeframe/{timeframe}`: page 1 is the newest, `data` is oldest first. */
  | ({ readonly type: 'charts_data'; readonly page: number; readonly next: boolean } & Chart<readonly CandleView[]>)
  /** The candle that is being written: it replaces the one with the same time, or follows the last. */
  | ({ readonly type: 'chart_data' } & Chart<CandleView>)
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
  /** One's own fills, newest first. */
  | {
      readonly type: 'user_trades'
      readonly page: number
      readonly next: boolean
      readonly data: readonly UserTradeView[]
    }
  | { readonly type: 'balance_change'; readonly data: BalanceChangeView }
  | { readonly type: 'order_accepted'; readonly client_order_id: string; readonly data: OrderView }
  | ({ readonly type: 'order_rejected'; readonly client_order_id: string } & Complaint)
  | { readonly type: 'order_update'; readonly data: OrderView & { readonly last_fill?: FillView } }
  | ({ readonly type: 'cancel_rejected'; readonly uuid: string } & Complaint)
  | { readonly type: 'orders_cancelled'; readonly pair: string; readonly count: number }
  | ({ readonly type: 'error' } & Complaint)
  | { readonly type: 'pong'; readonly server_time: number }
  | { readonly type: 'shutdown' }

type Chart<Data> = { readonly timeframe: Timeframe; readonly data: Data }

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
