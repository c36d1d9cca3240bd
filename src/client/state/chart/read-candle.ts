/** The candle under the mouse or a tap, as figures. */

import { atom } from 'jotai'
import type { CandleView } from '../../../contract/markets/views.ts'
import { formatPrice } from '../../format/pair-numbers.ts'
import { smallPriceText } from '../../format/small-price.ts'
import { tradeText } from '../../text/trade.ts'
import { selectedMarketAtom } from '../book/selected-pair.ts'

export const readCandleAtom = atom<CandleView | undefined>(undefined)

const NAMES = ['open', 'high', 'low', 'close'] as const

/** Open, high, low and close, each as a letter and a price; empty without a candle. */
export const candleFiguresAtom = atom((get) => {
  const [candle, market] = [get(readCandleAtom), get(selectedMarketAtom)]
  if (!candle || !market) return []
  return NAMES.map((name) => ({
    letter: tradeText.chart.figures[name],
    price: smallPriceText(formatPrice(market.pair, candle[name])),
  }))
})
