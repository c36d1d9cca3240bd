import type { Currency, Pair } from '../contract/catalogue.ts'
import type { CurrencyId, Millis, PairId, Seq, TradeId, UserId } from '../contract/ids.ts'
import type { Ticks } from '../contract/money.ts'
import type { AccountKind } from './commands.ts'
import type { Balances, Ledger } from './ledger/ledger.ts'
import type { Book } from './matching/book.ts'
import { OpenOrders } from './orders/open-orders.ts'
import type { Order } from './orders/order.ts'
import { emptyRemembered, type Remembered } from './orders/remembered.ts'

export type Account = {
  readonly user: UserId
  readonly kind: AccountKind
  readonly referralCode: number | null
  readonly referrer: UserId | null
  readonly openedAt: Millis
  frozen: boolean
  /** The last command that changed one of their orders. */
  lastSeq: Seq
  /** Open orders, oldest first. */
  readonly orders: Order[]
  /** The same as the ledger's. */
  readonly balances: Balances
}

export type Market = { pair: Pair; readonly book: Book; lastPrice: Ticks; lastTradeAt: Millis | undefined }

/** The whole exchange. Only `evolve` and the step to the next command change it. */
export type State = {
  /** The journal's own uuid: order ids are drawn from it. */
  readonly journal: string
  /** The last command carried out, and its time. */
  seq: Seq
  at: Millis
  lastTrade: TradeId
  readonly currencies: Map<CurrencyId, Currency>
  readonly markets: Map<PairId, Market>
  readonly accounts: Map<UserId, Account>
  readonly ledger: Ledger
  /** Open orders, resting or being matched. */
  readonly orders: OpenOrders
  readonly remembered: Remembered
}

export const emptyState = (journal: string): State => ({
  journal,
  seq: 0,
  at: 0,
  lastTrade: 0,
  currencies: new Map(),
  markets: new Map(),
  accounts: new Map(),
  ledger: new Map(),
  orders: new OpenOrders(),
  remembered: emptyRemembered(),
})
