/** Applies server messages to the state. A message replaces what it names, so the next one repairs a lost one. */

import { atom } from 'jotai'
import type { ServerMessage } from '../../../contract/socket.ts'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { loadProfileAtom } from '../account/profile.ts'
import { applyOutdatedAtom } from '../app/connection-status.ts'
import { sessionAtom } from '../auth/session.ts'
import { applyBookAtom } from '../book/book.ts'
import { selectedMarketAtom } from '../book/selected-pair.ts'
import { applyStatAtom } from '../book/stats-24h.ts'
import { applyCandleAtom, applyPageAtom } from '../chart/candles.ts'
import { applyPriceAtom } from '../markets/last-price.ts'
import { applyPairAtom, applyPairPriceAtom } from '../markets/markets.ts'
import { applyTradesAtom } from '../markets/recent-trades.ts'
import { prefillPriceAtom } from '../order-form/store.ts'
import { refreshHistoryAtom, reloadHistoryAtom } from '../orders/history-lists.ts'
import { applyOpenOrdersAtom, applyOrderAtom } from '../orders/open-orders.ts'
import { applyAssetsAtom, applyBalanceAtom, applyPositionsAtom } from '../portfolio/balances.ts'
import { notifyFillAtom } from './notify-fills.ts'

/** For the user who is signed in now. A report that is lost is repaired by the next query. */
const loadTransactionAtom = atom(null, (get, set, view: TransactionView) => {
  const session = get(sessionAtom)
  import('./on-transaction.ts').then(
    ({ onTransactionAtom }) => get(sessionAtom) === session && set(onTransactionAtom, view),
    () => undefined,
  )
})

export const applyMessageAtom = atom(null, (get, set, message: ServerMessage) => {
  switch (message.type) {
    case 'orderbook':
      return set(applyBookAtom, { seq: message.seq, view: message.data })
    case 'price': {
      const pair = get(selectedMarketAtom)?.pair
      set(applyPriceAtom, message.data)
      if (!pair) return
      set(applyPairPriceAtom, { id: pair.id, price: message.data })
      return set(prefillPriceAtom, message.data)
    }
    case 'price_change_24h':
    case 'volume_24h':
    case 'turnover_24h':
    case 'high_24h_price':
    case 'low_24h_price':
      return set(applyStatAtom, message)
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
      set(reloadHistoryAtom)
      return set(applyOpenOrdersAtom, message.data)
    case 'order_accepted':
      set(refreshHistoryAtom, message.data)
      return set(applyOrderAtom, message.data)
    case 'order_update':
      set(notifyFillAtom, message.data)
      set(refreshHistoryAtom, message.data)
      return set(applyOrderAtom, message.data)
    case 'deposit_update':
    case 'withdrawal_update':
      return set(loadTransactionAtom, message.data)
    case 'profile_update':
      return set(loadProfileAtom)
    case 'stale':
      return set(applyOutdatedAtom, message.data)
    default:
  }
})
