/** Public messages of a pair. */

import type { PairId } from '../../contract/ids.ts'
import { priceText } from '../../contract/markets/instruments.ts'
import type { Timeframe } from '../../contract/markets/timeframes.ts'
import type { QueryName, ServerMessage, Stat24h } from '../../contract/socket.ts'
import { expectDefined } from '../../engine/assert.ts'
import type { CommittedMarket, CommittedMarkets } from '../markets/committed-markets.ts'
import type { MarketData, Page } from '../markets/market-data.ts'
import { bookView, candleView, fullPairView, stats24hTexts, tradeView } from '../wire/market.ts'

const STATS_24H: readonly Stat24h[] = [
  'price_change_24h',
  'volume_24h',
  'turnover_24h',
  'high_24h_price',
  'low_24h_price',
]

/** Queries about the pair of a connection. */
type MarketQuery = Exclude<QueryName, 'get_assets' | 'get_positions' | 'get_open_orders'>

const marketIn = (markets: CommittedMarkets, pair: PairId): CommittedMarket =>
  expectDefined(markets.get(pair), 'a connection shows a listed pair')

export function marketReply(
  markets: CommittedMarkets,
  data: MarketData,
  query: MarketQuery,
  id: PairId,
): ServerMessage {
  const market = marketIn(markets, id)
  const { pair, lastPrice } = market
  switch (query) {
    case 'get_orderbook':
      return { type: 'orderbook', seq: markets.seq, data: bookView(market) }
    case 'get_price':
      return { type: 'price', data: priceText(pair, lastPrice) }
    case 'get_trades':
      return { type: 'trades', data: data.recentTrades(id).map((trade) => tradeView(pair, trade)) }
    default: {
      const type = statOf(query)
      return { type, data: stats24hTexts(pair, lastPrice, data.stats24h(id))[type] }
    }
  }
}

const statOf = (query: `get_${Stat24h}`): Stat24h => query.slice('get_'.length) as Stat24h

/** All messages that are broadcast, by type, serialised once for all connections. */
export function publicMessages(markets: CommittedMarkets, data: MarketData, id: PairId): Map<string, string> {
  const market = marketIn(markets, id)
  const { pair, lastPrice } = market
  const stats = stats24hTexts(pair, lastPrice, data.stats24h(id))
  const messages: ServerMessage[] = [
    { type: 'orderbook', seq: markets.seq, data: bookView(market) },
    { type: 'price', data: priceText(pair, lastPrice) },
    ...STATS_24H.map((type): ServerMessage => ({ type, data: stats[type] })),
    { type: 'trades', data: data.recentTrades(id).map((trade) => tradeView(pair, trade)) },
  ]
  return new Map(messages.map((message) => [message.type, JSON.stringify(message)]))
}

/** The current candle; undefined before the first trade. */
export function candleMessage(
  markets: CommittedMarkets,
  data: MarketData,
  id: PairId,
  timeframe: Timeframe,
): string | undefined {
  const last = data.lastCandle(id, timeframe)
  if (last === undefined) return undefined
  const { pair } = marketIn(markets, id)
  return JSON.stringify({ type: 'chart_data', timeframe, data: candleView(pair, last) } satisfies ServerMessage)
}

export function chartMessage(
  markets: CommittedMarkets,
  id: PairId,
  { timeframe, page, next, candles }: Page & { readonly timeframe: Timeframe; readonly page: number },
): ServerMessage {
  const { pair } = marketIn(markets, id)
  return { type: 'charts_data', timeframe, page, next, data: candles.map((candle) => candleView(pair, candle)) }
}

export const coinMessage = (markets: CommittedMarkets, data: MarketData, id: PairId): ServerMessage => ({
  type: 'coin',
  data: fullPairView(marketIn(markets, id), data),
})
