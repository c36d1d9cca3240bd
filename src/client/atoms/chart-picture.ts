/** What the chart shows of all that is known: the selected pair's candles and the reader's orders on it. */

import { atom } from 'jotai'
import { formatUnits } from '../../contract/money.ts'
import type { CandleView } from '../../contract/views.ts'
import { percentChange } from '../format/numbers.ts'
import { amountWords, priceDecimals, priceWords } from '../format/pair-numbers.ts'
import { text } from '../text/en.ts'
import * as trade from '../text/en-trade.ts'
import { unitsOf } from './balances.ts'
import { candlesAtom } from './candles.ts'
import { dayFiguresAtom } from './day-figures.ts'
import { openOrdersAtom } from './orders.ts'
import { selectedMarketAtom } from './selected-pair.ts'
import { timeframeAtom } from './timeframe.ts'

const none: readonly CandleView[] = []
const pairAtom = atom((get) => get(selectedMarketAtom)?.pair)

const ordersAtom = atom((get) => {
  const pair = get(pairAtom)
  const own = get(openOrdersAtom)?.filter((order) => order.pair_id === pair?.id) ?? []
  return own.flatMap(({ side, price, volume, filled_volume }) => {
    if (!pair || price === null || volume === null) return []
    const rest = amountWords(pair, formatUnits(unitsOf(volume) - unitsOf(filled_volume)))
    return [{ price: Number(price), side, words: `${side === 'buy' ? trade.form.buy : trade.form.sell} ${rest}` }]
  })
})

const decimalsAtom = atom((get) => {
  const pair = get(pairAtom)
  return pair ? priceDecimals(pair) : 2
})

export const chartPictureAtom = atom((get) => {
  const candles = get(candlesAtom)
  const timeframe = get(timeframeAtom)
  return {
    candles: candles.state === 'ready' ? candles.all : none,
    orders: get(ordersAtom),
    decimals: get(decimalsAtom),
    isDaily: timeframe === '1d' || timeframe === '1w',
  }
})

/** The chart in a line, for those who cannot see it. */
export const chartSummaryAtom = atom((get) => {
  const [market, figures] = [get(selectedMarketAtom), get(dayFiguresAtom)]
  if (!market) return text.loading
  const words = (price: string) => priceWords(market.pair, price)
  const line = trade.chart.summary(market.pair.symbol, get(timeframeAtom), words(market.view.price))
  const [change, high, low] = [figures?.price_change_24h, figures?.high_24h_price, figures?.low_24h_price]
  return change && high && low ? line + trade.chart.day(percentChange(change), words(high), words(low)) : line
})
