/** What the oracle knows: its own ledger, traders, open orders and books. */

import type { Millis, PairId, Seq, TradeId, UserId } from '../../../src/contract/ids.ts'
import type { Market, Markets } from '../../../src/engine/instruments/state.ts'
import type { Ledger } from './ledger/ledger.ts'
import { OpenOrders } from './orderbook/open-orders.ts'
import type { Book, Trader } from './orderbook/order.ts'

export type Core = {
  readonly ledger: Ledger
  readonly traders: Map<UserId, Trader>
  readonly orders: OpenOrders
  readonly books: Map<PairId, Book>
}

export type State = { seq: Seq; at: Millis; lastTrade: TradeId; readonly markets: Markets; readonly core: Core }

export const emptyState = (): State => ({
  seq: 0,
  at: 0,
  lastTrade: 0 as TradeId,
  markets: new Map<PairId, Market>(),
  core: { ledger: new Map(), traders: new Map(), orders: new OpenOrders(), books: new Map() },
})
