/** What is said about a pair to everybody who shows it, serialised once. */

import { priceText } from '../../contract/catalogue.ts'
import type { PairId } from '../../contract/ids.ts'
import type { DayFigure, Question, ServerMessage } from '../../contract/socket.ts'
import type { Timeframe } from '../../contract/timeframes.ts'
import { known } from '../../engine/assert.ts'
import type { Market, State } from '../../engine/state.ts'
import type { MarketData, Page } from '../market-data/market-data.ts'
import { bookView, candleView, dayTexts, fullPairView, tradeView } from '../say/market.ts'

const DAY_FIGURES: readonly DayFigure[] = [
  'price_change_24h',
  'volume_24h',
  'turnover_24h',
  'high_24h_price',
  'low_24h_price',
]

/** What can be asked about the pair of a socket. */
export type MarketQuestion = Exclude<Question, 'get_assets' | 'get_positions' | 'get_open_orders'>

export const marketOf = (state: State, pair: PairId): Market =>
  known(state.markets.get(pair), 'a session shows a listed pair')

export function marketReply(state: State, data: MarketData, question: MarketQuestion, id: PairId): ServerMessage {
  const market = marketOf(state, id)
  const { pair, lastPrice } = market
  switch (question) {
    case 'get_orderbook':
      return { type: 'orderbook', seq: state.seq, data: bookView(market) }
    case 'get_price':
      return { type: 'price', data: priceText(pair, lastPrice) }
    case 'get_trades':
      return { type: 'trades', data: data.tape(id).map((trade) => tradeView(pair, trade)) }
    default: {
      const type = figureOf(question)
      return { type, data: dayTexts(pair, lastPrice, data.day(id))[type] }
    }
  }
}

const figureOf = (question: `get_${DayFigure}`): DayFigure => question.slice('get_'.length) as DayFigure

/** Everything that is pushed, by what it is. */
export function everybodysNews(state: State, data: MarketData, id: PairId): Map<string, string> {
  const market = marketOf(state, id)
  const { pair, lastPrice } = market
  const figures = dayTexts(pair, lastPrice, data.day(id))
  const messages: ServerMessage[] = [
    { type: 'orderbook', seq: state.seq, data: bookView(market) },
    { type: 'price', data: priceText(pair, lastPrice) },
    ...DAY_FIGURES.map((type): ServerMessage => ({ type, data: figures[type] })),
    { type: 'trades', data: data.tape(id).map((trade) => tradeView(pair, trade)) },
  ]
  return new Map(messages.map((message) => [message.type, JSON.stringify(message)]))
}

/** The candle that is being written, if there is one. */
export function candleNews(state: State, data: MarketData, id: PairId, timeframe: Timeframe): string | undefined {
  const last = data.lastCandle(id, timeframe)
  if (last === undefined) return undefined
  const { pair } = marketOf(state, id)
  return JSON.stringify({ type: 'chart_data', timeframe, data: candleView(pair, last) } satisfies ServerMessage)
}

export function chartMessage(
  state: State,
  id: PairId,
  { timeframe, page, next, candles }: Page & { readonly timeframe: Timeframe; readonly page: number },
): ServerMessage {
  const { pair } = marketOf(state, id)
  return { type: 'charts_data', timeframe, page, next, data: candles.map((candle) => candleView(pair, candle)) }
}

export const coinMessage = (state: State, data: MarketData, id: PairId): ServerMessage => ({
  type: 'coin',
  data: fullPairView(marketOf(state, id), data),
})
