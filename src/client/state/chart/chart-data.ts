/** The chart's data: candles of the selected pair and the user's open orders on it. */

import { atom } from 'jotai'
import { candleStart, TIMEFRAMES } from '../../../contract/markets/timeframes.ts'
import type { CandleView } from '../../../contract/markets/views.ts'
import { formatUnits, minus } from '../../../contract/money.ts'
import { percentChange } from '../../format/numbers.ts'
import { formatAmount, formatPrice, priceDecimals } from '../../format/pair-numbers.ts'
import { appText } from '../../text/app.ts'
import { tradeText } from '../../text/trade.ts'
import { clockAtom } from '../app/clock.ts'
import { isStaleAtom } from '../app/connection-status.ts'
import { selectedMarketAtom } from '../book/selected-pair.ts'
import { stats24hAtom } from '../book/stats-24h.ts'
import { lastPriceAtom } from '../markets/last-price.ts'
import { openOrdersAtom } from '../orders/open-orders.ts'
import { unitsOf } from '../portfolio/balances.ts'
import { candlesAtom } from './candles.ts'
import { withQuietTimes } from './quiet-candles.ts'
import { timeframeAtom } from './timeframe.ts'

const none: readonly CandleView[] = []
const pairAtom = atom((get) => get(selectedMarketAtom)?.pair)

const ordersAtom = atom((get) => {
  const pair = get(pairAtom)
  const own = get(openOrdersAtom)?.filter((order) => order.pair_id === pair?.id) ?? []
  return own.flatMap(({ side, price, volume, filled_volume }) => {
    if (!pair || price === null || volume === null) return []
    const rest = formatAmount(pair, formatUnits(minus(unitsOf(volume), unitsOf(filled_volume))))
    return [
      { price: Number(price), side, text: `${side === 'buy' ? tradeText.form.buy : tradeText.form.sell} ${rest}` },
    ]
  })
})

const decimalsAtom = atom((get) => {
  const pair = get(pairAtom)
  return pair ? priceDecimals(pair) : 2
})

/** Changes when a candle begins. */
const presentAtom = atom((get) => candleStart(get(timeframeAtom), get(clockAtom)) / 1_000)

const shownCandlesAtom = atom((get) => {
  const candles = get(candlesAtom)
  if (candles.state !== 'ready') return none
  return withQuietTimes(candles.all, TIMEFRAMES[get(timeframeAtom)] / 1_000, get(presentAtom))
})

export const chartDataAtom = atom((get) => {
  const timeframe = get(timeframeAtom)
  return {
    candles: get(shownCandlesAtom),
    orders: get(ordersAtom),
    decimals: get(decimalsAtom),
    lastDirection: get(isStaleAtom) ? ('none' as const) : (get(lastPriceAtom)?.direction ?? 'none'),
    isDaily: timeframe === '1d' || timeframe === '1w',
  }
})

/** A text description of the chart, for screen readers. */
export const chartSummaryAtom = atom((get) => {
  const [market, stats] = [get(selectedMarketAtom), get(stats24hAtom)]
  if (!market) return appText.loading
  const text = (price: string) => formatPrice(market.pair, price)
  const summary = tradeText.chart.summary(market.pair.symbol, get(timeframeAtom), text(market.view.price))
  const [change, high, low] = [stats?.price_change_24h, stats?.high_24h_price, stats?.low_24h_price]
  return change && high && low ? summary + tradeText.chart.day(percentChange(change), text(high), text(low)) : summary
})
