/** The price of a pair over a period, refreshed while mounted; its last point is the current price. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { PairId } from '../../../contract/ids.ts'
import type { Period } from '../../../contract/markets/timeframes.ts'
import type { PriceHistoryView } from '../../../contract/markets/views.ts'
import { type Direction, directionOf, percentChange } from '../../format/numbers.ts'
import { formatPrice } from '../../format/pair-numbers.ts'
import { smallPriceText } from '../../format/small-price.ts'
import { dayTime } from '../../format/times.ts'
import { assetsText } from '../../text/assets.ts'
import { isStaleAtom } from '../app/connection-status.ts'
import { queryAtom } from '../app/query-atom.ts'
import type { Market } from '../markets/markets.ts'
import type { ValueChartState } from './balance-chart.ts'

const EVERY_MILLIS = 30_000

const histories = new Map<string, ReturnType<typeof history>>()

export function priceHistory(pair: PairId, period: Period) {
  const key = `${pair} ${period}`
  const found = histories.get(key) ?? history(pair, period)
  histories.set(key, found)
  return found
}

const history = (pair: PairId, period: Period) =>
  queryAtom((http) => http(api.priceHistory, { pathParams: { id: pair }, query: { period } }), EVERY_MILLIS)

/** `percent` is null when unknown; for 24 hours it equals the change in the market lists. */
type PriceChart = { readonly percent: string | null; readonly chart: ValueChartState }

export const priceChart = (period: Period) => charts[period]

const charts: Readonly<Record<Period, ReturnType<typeof chartOver>>> = {
  '24h': chartOver('24h'),
  '7d': chartOver('7d'),
  '30d': chartOver('30d'),
  '90d': chartOver('90d'),
}

function chartOver(period: Period) {
  return atom((get) => (market: Market): PriceChart => {
    const query = get(priceHistory(market.pair.id, period))
    const change24h = market.view.percent_change_24h
    if (query.state !== 'ready') return { percent: period === '24h' ? change24h : null, chart: query }
    const percent = period === '24h' ? change24h : query.value.change_percent
    const direction = get(isStaleAtom) || percent === null ? 'flat' : directionOf(percentChange(percent))
    return { percent, chart: readyChart(market, query.value, direction) }
  })
}

function readyChart(
  { pair, view }: Market,
  { period, price_history: points }: PriceHistoryView,
  direction: Direction,
): ValueChartState {
  const values = [...points.slice(0, -1).map(({ price }) => price), view.price]
  const last = values.length - 1
  const figures = values.map(Number)
  const highest = figures.indexOf(Math.max(...figures))
  const now = (points.at(-1)?.time ?? 0) * 1_000
  const textOf = (price: string) => smallPriceText(formatPrice(pair, price))
  const price = (index: number) => textOf(values[index] ?? view.price)
  // Points are prices at intervals: the high and the low of 24 hours, as all pages show them, can be between two of them.
  const [high, low] = period === '24h' ? [view.high_24h, view.low_24h].map((at) => at && textOf(at)) : []
  const time = (index: number) => dayTime(new Date((points[index]?.time ?? 0) * 1_000).toISOString(), now)
  return {
    state: 'ready',
    values,
    direction: direction,
    label: assetsText.asset.line(pair.symbol, period, price(0), price(last)),
    extremeText: (index) => (index === highest ? high : low) ?? price(index),
    pointText: (index) =>
      index === last ? assetsText.asset.nowAt(price(index)) : assetsText.asset.point(price(index), time(index)),
  }
}
