/** What everybody may see of a pair: its rules, its price, its book. */

import { lotText, type Pair, percentText, priceText, quantityText, tickText } from '../../contract/catalogue.ts'
import { formatUnits, type Ticks, type Units } from '../../contract/money.ts'
import type { DayFigure } from '../../contract/socket.ts'
import type { Period } from '../../contract/timeframes.ts'
import type {
  BookRow,
  CandleView,
  CurrencyView,
  FullPairView,
  OrderBookView,
  PairView,
  PriceHistoryView,
  TradeView,
} from '../../contract/views.ts'
import type { BookSide } from '../../engine/matching/book.ts'
import { levels } from '../../engine/matching/depth.ts'
import type { Market } from '../../engine/state.ts'
import { tagsOf } from '../listing/catalogue.ts'
import type { Close } from '../market-data/closes.ts'
import type { Day } from '../market-data/day.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { Candle } from '../projections/candle.ts'
import type { Trade } from '../projections/trades.ts'

const LEVELS_SHOWN = 50

export const currencyView = ({ id, symbol, name }: Pair['base']): CurrencyView => ({
  id,
  symbol,
  name,
  icon_url: iconUrl(symbol),
})

const iconUrl = (symbol: string): string => `/icons.svg#coin-${symbol.toLowerCase()}`

/** What the history says of a pair. */
export type Figures = Pick<MarketData, 'day' | 'hourly' | 'closesOver' | 'listedAt'>

export const pairView = ({ pair, lastPrice }: Market, figures: Figures): PairView => ({
  id: pair.id,
  base_currency_symbol: pair.base.symbol,
  base_currency_icon: iconUrl(pair.base.symbol),
  price: priceText(pair, lastPrice),
  percent_change_24h: dayTexts(pair, lastPrice, figures.day(pair.id)).price_change_24h,
  changes: figures.hourly(pair.id).map((close) => priceText(pair, close)),
})

export function fullPairView(market: Market, figures: Figures): FullPairView {
  const { pair } = market
  const { rules } = pair
  const day = dayTexts(pair, market.lastPrice, figures.day(pair.id))
  const listedAt = figures.listedAt(pair.id)
  return {
    ...pairView(market, figures),
    symbol: pair.symbol,
    volume_24h: day.volume_24h,
    turnover_24h: day.turnover_24h,
    high_24h: day.high_24h_price,
    low_24h: day.low_24h_price,
    quote_currency_symbol: pair.quote.symbol,
    base_currency: currencyView(pair.base),
    quote_currency: currencyView(pair.quote),
    status: rules.status,
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
    listed_at: listedAt === undefined ? null : new Date(listedAt).toISOString(),
  }
}

/** The five figures of the last 24 hours, each as it is said; all null before the first trade. */
export function dayTexts(pair: Pair, last: Ticks, day: Day | undefined): Record<DayFigure, string | null> {
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

/** A day's change is the one that every list says; of a longer period, what its first price has become. */
export function priceHistoryView(
  { pair, lastPrice }: Market,
  period: Period,
  closes: readonly Close[],
  day: Day | undefined,
): PriceHistoryView {
  const before = period === '24h' ? day?.before : closes[0]?.price
  return {
    period,
    change_percent: before === undefined ? null : changeText(before, lastPrice),
    price_history: closes.map(({ at, price }) => ({ time: Math.floor(at / 1_000), price: priceText(pair, price) })),
  }
}

/** Percent with its sign and two decimals, cut toward zero. */
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

export function bookView({ pair, book }: Market): OrderBookView {
  const [buy, sell] = [sideView(pair, book.buy), sideView(pair, book.sell)]
  const whole = buy.notional + sell.notional
  const share = whole === 0n ? null : (buy.notional * 10_000n) / whole
  return {
    buy: buy.rows,
    sell: sell.rows,
    buy_orders: book.buy.orders,
    sell_orders: book.sell.orders,
    buy_ratio: share === null ? null : hundredths(share),
    sell_ratio: share === null ? null : hundredths(10_000n - share),
  }
}

function sideView(pair: Pair, side: BookSide): { rows: BookRow[]; notional: Units } {
  const rows: BookRow[] = []
  let notional = 0n
  for (const { price, quantity } of levels(side)) {
    const total = BigInt(price) * BigInt(quantity) * pair.tickLot
    rows.push([priceText(pair, price), quantityText(pair, quantity), formatUnits(total)])
    notional += total
    if (rows.length === LEVELS_SHOWN) break
  }
  return { rows, notional }
}

const hundredths = (share: bigint): string => `${share / 100n}.${String(share % 100n).padStart(2, '0')}`
