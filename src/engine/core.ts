/**
 * The door of the core: what modules and `exchange.ts` may use of the ledger, the order book and open orders. Everything
 * else in `ledger/`, `orderbook/` and `orders/` is private to them. A view is read at once: the next command changes it.
 */

import type { CurrencyId, Millis, OrderId, PairId, Seq, UserId } from '../contract/ids.ts'
import type { Side } from '../contract/markets/side.ts'
import { plus, type Units, ZERO } from '../contract/money.ts'
import { expectDefined } from './assert.ts'
import type { Market } from './instruments/state.ts'
import { type ActivityView, feeEntries } from './ledger/activity.ts'
import * as ledger from './ledger/ledger.ts'
import * as ledgerText from './ledger/state.ts'
import { emptyBook, sideOf } from './orderbook/book.ts'
import { levels } from './orderbook/depth.ts'
import type { BookSide, Level, OrderView } from './orderbook/order.ts'
import { ownOrders } from './orderbook/own-orders.ts'
import type { Core } from './orders/core-state.ts'
import { chainOwner, HOUSES, type Owner, type Posting } from './postings.ts'
import type { State } from './state.ts'

export type { ActivityView } from './ledger/activity.ts'
export type { OrderView } from './orderbook/order.ts'
export { cancelEveryOrder } from './orders/cancel-all.ts'
export { assertCore } from './orders/invariants.ts'
export { executeLeg, type LegPlan, planLeg } from './orders/market-leg.ts'
export {
  countConversion,
  noteChange,
  openTrader,
  type SavedTrader,
  savedTrader,
  setFrozenUntil,
  traderLine,
} from './orders/traders.ts'

type LevelView = Readonly<Pick<Level, 'price' | 'quantity'>>
type LedgerEntry = {
  readonly owner: Owner
  readonly currency: CurrencyId
  readonly free: Units
  readonly held: Units
}

export const post = ({ core }: State, postings: readonly Posting[]): void => ledger.post(core.ledger, postings)

export const free = ({ core }: State, owner: Owner, currency: CurrencyId): Units =>
  ledger.balance(core.ledger, owner, 'free', currency)

export const held = ({ core }: State, owner: Owner, currency: CurrencyId): Units =>
  ledger.balance(core.ledger, owner, 'held', currency)

/** Every owner with every currency that was ever posted to it. */
export function* ledgerEntries({ core }: State): Generator<LedgerEntry> {
  for (const [owner, balances] of core.ledger)
    for (let currency = 0 as CurrencyId; currency < Math.max(balances.free.length, balances.held.length); currency++) {
      const [free, held] = [balances.free[currency], balances.held[currency]]
      if (free !== undefined || held !== undefined) yield { owner, currency, free: free ?? ZERO, held: held ?? ZERO }
    }
}

type UserBalances = {
  readonly user: UserId
  /** By currency id, with holes. */
  readonly free: readonly (Units | undefined)[]
  readonly held: readonly (Units | undefined)[]
}

/** What each user owns; demo accounts are not users. Copies, because a reader may wait before it uses them. */
export function userBalances({ accounts, core }: State): readonly UserBalances[] {
  const users: UserBalances[] = []
  for (const { user, kind } of accounts.values()) {
    if (kind !== 'user') continue
    const { free, held } = balancesIn(core, user)
    users.push({ user, free: copied(free), held: copied(held) })
  }
  return users
}

const NO_AMOUNTS: readonly Units[] = []
const NO_BALANCES: ledger.Balances = { free: [], held: [] }
const copied = (amounts: readonly Units[]): readonly Units[] => (amounts.length === 0 ? NO_AMOUNTS : amounts.slice())
const balancesIn = (core: Core, owner: Owner): ledger.Balances => core.ledger.get(owner) ?? NO_BALANCES

/** What all other accounts own, by currency: together with the balances of users it is zero. */
export function sumsOfOthers({ accounts, networks, core }: State): ReadonlyMap<CurrencyId, Units> {
  const sums = new Map<CurrencyId, Units>()
  const add = (owner: Owner): void => {
    const { free, held } = balancesIn(core, owner)
    for (const amounts of [free, held])
      for (const [currency, amount] of amounts.entries())
        sums.set(currency as CurrencyId, plus(sums.get(currency as CurrencyId) ?? ZERO, amount ?? ZERO))
  }
  for (const { user, kind } of accounts.values()) if (kind !== 'user') add(user)
  for (const house of HOUSES) add(house)
  for (const { network } of networks.values()) add(chainOwner(network.code))
  return sums
}

/** One owner's balances as a line of the state text. */
export const balancesLine = ({ core }: State, owner: Owner): object =>
  ledgerText.balancesLine(owner, balancesIn(core, owner))

/** The last command that changed something of the user; 0 without an account. */
export const lastSeqOf = ({ core }: State, user: UserId): Seq => core.traders.get(user)?.lastSeq ?? 0

/** Whether the account has a freeze that is not lifted at `at`. */
export const isAccountFrozen = ({ core }: State, user: UserId, at: Millis): boolean =>
  at < (core.traders.get(user)?.frozenUntil ?? 0)

/** Undefined before the account's first trade. */
export const activityOf = ({ core }: State, user: UserId): ActivityView | undefined => core.traders.get(user)?.activity

/** All fees that an account has paid, in the order of the currencies. */
export const paidFees = (state: State, user: UserId): readonly (readonly [CurrencyId, Units])[] =>
  feeEntries(activityOf(state, user)?.fees ?? [])

/** Undefined once the order is closed. */
export const orderOf = ({ core }: State, id: OrderId): OrderView | undefined => core.orders.get(id)
/** A user's open orders, oldest first. */
export const openOrdersOf = ({ core }: State, user: UserId): readonly OrderView[] => ownOrders(core.traders.get(user))
/** Oldest first. */
export const openOrders = ({ core }: State): Iterable<OrderView> => core.orders.values()

/** Opens the empty book of a market. */
export const openBook = ({ core }: State, market: Market): void =>
  void core.books.set(market.pair.id, emptyBook(market))

/** One side of a pair's book, best price first. */
export const depth = (state: State, pair: PairId, side: Side): Generator<LevelView> =>
  levels(bookSide(state, pair, side))
/** How many orders rest on one side of a pair's book. */
export const orderCount = (state: State, pair: PairId, side: Side): number => bookSide(state, pair, side).orders

/** A book in the state text: every level with its queue, best price first. */
export function* bookLines(state: State, pair: PairId): Generator<object> {
  for (const side of ['buy', 'sell'] as const) {
    for (const { price, quantity, first } of levels(bookSide(state, pair, side))) {
      const queue: OrderId[] = []
      for (let order = first; order !== undefined; order = order.behind) queue.push(order.id)
      yield { side, price, quantity, queue }
    }
  }
}

const bookSide = ({ core }: State, pair: PairId, side: Side): BookSide =>
  sideOf(expectDefined(core.books.get(pair), 'the pair is listed'), side)
