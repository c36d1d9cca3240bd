/** Public market data as JSON: rules, prices, order book. */

import { coinIconPath } from '../../contract/markets/coin-icon.ts'
import { shownCoinName } from '../../contract/markets/coin-names.ts'
import {
  cost,
  lotText,
  type Pair,
  percentText,
  priceText,
  quantityText,
  tickText,
} from '../../contract/markets/instruments.ts'
import type { Period } from '../../contract/markets/timeframes.ts'
import type {
  BookRow,
  CandleView,
  CurrencyView,
  FullPairView,
  OrderBookView,
  PairView,
  PriceHistoryView,
  TradeView,
} from '../../contract/markets/views.ts'
import { formatUnits, plus, type Ticks, type Units, ZERO } from '../../contract/money.ts'
import type { Stat24h } from '../../contract/socket.ts'
import type { Candle } from '../markets/candle.ts'
import type { Close } from '../markets/close-series.ts'
import type { CommittedMarket } from '../markets/committed-markets.ts'
import { tagsOf } from '../markets/default-catalogue.ts'
import type { MarketData } from '../markets/market-data.ts'
import type { Stats24h } from '../markets/stats-24h.ts'
import type { Trade } from '../markets/trades-projection.ts'
import { isoTime } from './time.ts'

export const currencyView = ({ id, symbol, name, decimals }: Pair['base']): CurrencyView => ({
  id,
  symbol,
  name: shownCoinName({ symbol, name }),
  icon_url: coinIconPath(symbol),
  decimals,
})

export type MarketStats = Pick<MarketData, 'stats24h' | 'hourlyCloses' | 'closeSeries' | 'listedAt'>

export const pairView = ({ pair, lastPrice }: CommittedMarket, stats: MarketStats): PairView => ({
  id: pair.id,
  base_currency_symbol: pair.base.symbol,
  base_currency_icon: coinIconPath(pair.base.symbol),
  price: priceText(pair, lastPrice),
  percent_change_24h: stats24hTexts(pair, lastPrice, stats.stats24h(pair.id)).price_change_24h,
  changes: stats.hourlyCloses(pair.id).map((close) => priceText(pair, close)),
})

export function fullPairView(market: CommittedMarket, stats: MarketStats): FullPairView {
  const { pair } = market
  const { rules } = pair
  const day = stats24hTexts(pair, market.lastPrice, stats.stats24h(pair.id))
  const listedAt = stats.listedAt(pair.id)
  return {
    ...pairView(market, stats),
    symbol: pair.symbol,
    volume_24h: day.volume_24h,
    turnover_24h: day.turnover_24h,
    high_24h: day.high_24h_price,
    low_24h: day.low_24h_price,
    quote_currency_symbol: pair.quote.symbol,
    base_currency: currencyView(pair.base),
    quote_currency: currencyView(pair.quote),
    status: rules.status,
    is_hidden: market.isHidden,
    tick_size: tickText(pair),
    step_size: lotText(pair),
    min_amount: quantityText(pair, rules.minQuantity),
    max_amount: quantityText(pair, rules.maxQuantity),
    min_notional: formatUnits(rules.minNotional),
    max_notional: formatUnits(rules.maxNotional),
    price_band_percent: percentText(rules.band),
    maker_fee_percent: percentText(rules.makerFee),
    taker_fee_percent: percentText(rules.takerFee),
    reference_price: priceText(pair, pair.referencePrice),
    tags: tagsOf(pair.base.symbol),
    listed_at: listedAt === undefined ? null : isoTime(listedAt),
  }
}

/** The 24-hour statistics as texts; all null before the first trade. */
export function stats24hTexts(pair: Pair, last: Ticks, day: Stats24h | undefined): Record<Stat24h, string | null> {
  if (day === undefined)
    return { price_change_24h: null, volume_24h: null, turnover_24h: null, high_24h_price: null, low_24h_price: null }
  return {
    price_change_24h: changeText(day.before, last),
    volume_24h: formatUnits(day.volume),
    turnover_24h: formatUnits(day.turnover),
    high_24h_price: priceText(pair, day.high),
    low_24h_price: priceText(pair, day.low),
  }
}

/** For 24h the change equals that of the pair lists; for other periods it is relative to the first close. */
export function priceHistoryView(
  { pair, lastPrice }: CommittedMarket,
  period: Period,
  closes: readonly Close[],
  day: Stats24h | undefined,
): PriceHistoryView {
  const before = period === '24h' ? day?.before : closes[0]?.price
  return {
    period,
    change_percent: before === undefined ? null : changeText(before, lastPrice),
    price_history: closes.map(({ at, price }) => ({ time: Math.floor(at / 1_000), price: priceText(pair, price) })),
  }
}

/** Percent with sign and two decimals, rounded toward zero. */
function changeText(before: Ticks, now: Ticks): string {
  const change = ((BigInt(now) - BigInt(before)) * 10_000n) / BigInt(before)
  const sign = change > 0n ? '+' : change < 0n ? '-' : ''
  return sign + hundredths(change < 0n ? -change : change)
}

export const candleView = (pair: Pair, { start, open, high, low, close, volume }: Candle): CandleView => ({
  time: start / 1_000,
  open: priceText(pair, open),
  high: priceText(pair, high),
  low: priceText(pair, low),
  close: priceText(pair, close),
  volume: formatUnits(volume),
})

export const tradeView = (pair: Pair, { id, price, quantity, side, at }: Trade): TradeView => ({
  id,
  price: priceText(pair, price),
  volume: quantityText(pair, quantity),
  side,
  time: at,
})

export function bookView({ pair, buy, sell }: CommittedMarket): OrderBookView {
  const [buys, sells] = [sideView(pair, buy), sideView(pair, sell)]
  const total = buys.notional + sells.notional
  const share = total === 0n ? null : (buys.notional * 10_000n) / total
  return {
    buy: buys.rows,
    sell: sells.rows,
    buy_orders: buy.orders,
    sell_orders: sell.orders,
    buy_ratio: share === null ? null : hundredths(share),
    sell_ratio: share === null ? null : hundredths(10_000n - share),
  }
}

function sideView(pair: Pair, { levels }: CommittedMarket['buy']): { rows: BookRow[]; notional: Units } {
  const rows: BookRow[] = []
  let notional = ZERO
  for (const { price, quantity } of levels) {
    const total = cost(pair, price, quantity)
    rows.push([priceText(pair, price), quantityText(pair, quantity), formatUnits(total)])
    notional = plus(notional, total)
  }
  return { rows, notional }
}

const hundredths = (share: bigint): string => `${share / 100n}.${String(share % 100n).padStart(2, '0')}`
