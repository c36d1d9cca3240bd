/** Server messages become state here and nowhere else. A message replaces what it names: a lost one heals itself. */

import { atom } from 'jotai'
import type { ServerMessage } from '../../contract/socket.ts'
import { announceUpdateAtom } from './announce.ts'
import { applyAssetsAtom, applyBalanceAtom, applyPositionsAtom } from './balances.ts'
import { applyBookAtom } from './book.ts'
import { applyCandleAtom, applyPageAtom } from './candles.ts'
import { applyDayFigureAtom } from './day-figures.ts'
import { offerPriceAtom } from './draft.ts'
import { notePastAtom } from './order-history.ts'
import { applyOpenOrdersAtom, applyOrderAtom } from './orders.ts'
import { applyPairAtom, applyPairPriceAtom } from './pairs.ts'
import { applyPriceAtom } from './price.ts'
import { selectedMarketAtom } from './selected-pair.ts'
import { applyTradesAtom } from './trades.ts'

export const hearAtom = atom(null, (get, set, message: ServerMessage) => {
  switch (message.type) {
    case 'orderbook':
      return set(applyBookAtom, { seq: message.seq, view: message.data })
    case 'price': {
      const pair = get(selectedMarketAtom)?.pair
      set(applyPriceAtom, message.data)
      if (!pair) return
      set(applyPairPriceAtom, { id: pair.id, price: message.data })
      return set(offerPriceAtom, message.data)
    }
    case 'price_change_24h':
    case 'volume_24h':
    case 'turnover_24h':
    case 'high_24h_price':
    case 'low_24h_price':
      return set(applyDayFigureAtom, message)
    case 'charts_data': {
      const { timeframe, page, next, data } = message
      return set(applyPageAtom, { timeframe, page, next, all: data })
    }
    case 'chart_data':
      return set(applyCandleAtom, { timeframe: message.timeframe, candle: message.data })
    case 'trades':
      return set(applyTradesAtom, message.data)
    case 'coin':
      return set(applyPairAtom, message.data)
    case 'assets':
      return set(applyAssetsAtom, message.data)
    case 'positions':
      return set(applyPositionsAtom, message.data)
    case 'balance_change':
      return set(applyBalanceAtom, message.data)
    case 'open_orders':
      return set(applyOpenOrdersAtom, message.data)
    case 'order_accepted':
      set(notePastAtom, message.data)
      return set(applyOrderAtom, message.data)
    case 'order_update':
      set(announceUpdateAtom, message.data)
      set(notePastAtom, message.data)
      return set(applyOrderAtom, message.data)
    default:
  }
})
