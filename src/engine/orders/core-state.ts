import type { PairId, UserId } from '../../contract/ids.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { OpenOrders } from '../orderbook/open-orders.ts'
import type { Book, Trader } from '../orderbook/order.ts'

/** Money and open orders. Private to `ledger/`, `orderbook/` and `orders/`: all others use the functions of `core.ts`. */
export type Core = {
  readonly ledger: Ledger
  /** One for each account. */
  readonly traders: Map<UserId, Trader>
  /** Of all traders. */
  readonly orders: OpenOrders
  /** One for each market. */
  readonly books: Map<PairId, Book>
}

export const emptyCore = (): Core => ({
  ledger: new Map(),
  traders: new Map(),
  orders: new OpenOrders(),
  books: new Map(),
})
