/**
 * What modules and `exchange.ts` may use of the ledger, the order book and open orders. Everything else about them is
 * private to the core: `ledger/`, `orderbook/` and `orders/`.
 */

import type { CurrencyId, Millis, OrderId, PairId, UserId } from '../contract/ids.ts'
import { type Currency, isCoin } from '../contract/markets/instruments.ts'
import type { Side } from '../contract/markets/side.ts'
import { plus, type Units, ZERO } from '../contract/money.ts'
import { isFrozen } from './accounts/freeze.ts'
import type { Account } from './accounts/state.ts'
import { expectDefined } from './assert.ts'
import type { Market } from './instruments/state.ts'
import { type Activity, emptyActivity, feeEntries } from './ledger/activity.ts'
import * as ledger from './ledger/ledger.ts'
import * as ledgerText from './ledger/state.ts'
import { type BookSide, sideOf } from './orderbook/book.ts'
import { levels } from './orderbook/depth.ts'
import type { Level, Order } from './orderbook/order.ts'
import type { State } from './state.ts'

export { chainOwner, move } from './ledger/ledger.ts'
export { cancelEveryOrder } from './orders/cancel-all.ts'
export { executeLeg, type LegPlan, planLeg } from './orders/market-leg.ts'

type AccountView = Readonly<Omit<Account, 'orders' | 'balances' | 'activity'>>
export type MarketView = Readonly<Omit<Market, 'book'>>
export type OrderView = Readonly<Omit<Order, 'account' | 'level' | 'ahead' | 'behind'>>
/** A market with its book, for the legs of conversions. */
export type TradingMarket = { readonly market: Market; readonly side: Side }
type LevelView = Readonly<Pick<Level, 'price' | 'quantity'>>
type LedgerEntry = {
  readonly owner: ledger.Owner
  readonly currency: CurrencyId
  readonly free: Units
  readonly held: Units
}

export const post = (state: State, postings: readonly ledger.Posting[]): void => ledger.post(state.ledger, postings)

/** Creates empty balances for a new owner. */
export const openBalances = (state: State, owner: ledger.Owner): ledger.Balances =>
  ledger.balancesOf(state.ledger, owner)

export const free = (state: State, owner: ledger.Owner, currency: CurrencyId): Units =>
  ledger.balance(state.ledger, owner, 'free', currency)

export const held = (state: State, owner: ledger.Owner, currency: CurrencyId): Units =>
  ledger.balance(state.ledger, owner, 'held', currency)

/** Every owner with every currency that was ever posted to it. */
export function* ledgerEntries(state: State): Generator<LedgerEntry> {
  for (const [owner, balances] of state.ledger)
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
export function userBalances({ accounts }: State): readonly UserBalances[] {
  const users: UserBalances[] = []
  for (const { user, kind, balances } of accounts.values())
    if (kind === 'user') users.push({ user, free: copied(balances.free), held: copied(balances.held) })
  return users
}

const NO_AMOUNTS: readonly Units[] = []
const copied = (amounts: readonly Units[]): readonly Units[] => (amounts.length === 0 ? NO_AMOUNTS : amounts.slice())

/** What all other accounts own, by currency: together with the balances of users it is zero. */
export function sumsOfOthers(state: State): ReadonlyMap<CurrencyId, Units> {
  const sums = new Map<CurrencyId, Units>()
  const add = (owner: ledger.Owner): void => {
    const { free, held } = state.ledger.get(owner) ?? { free: [], held: [] }
    for (const amounts of [free, held])
      for (const [currency, amount] of amounts.entries())
        sums.set(currency as CurrencyId, plus(sums.get(currency as CurrencyId) ?? ZERO, amount ?? ZERO))
  }
  for (const { user, kind } of state.accounts.values()) if (kind !== 'user') add(user)
  for (const house of ledger.HOUSES) add(house)
  for (const { network } of state.networks.values()) add(ledger.chainOwner(network.code))
  return sums
}

/** One owner's balances as a line of the state text. */
export const balancesLine = (state: State, owner: ledger.Owner): object =>
  ledgerText.balancesLine(owner, state.ledger.get(owner) ?? { free: [], held: [] })

export const currencyOf = (state: State, id: CurrencyId): Currency | undefined => state.currencies.get(id)
export const isHidden = (state: State, id: CurrencyId): boolean => state.hiddenCurrencies.has(id)
export const currencies = (state: State): Iterable<Currency> => state.currencies.values()
/** Currencies that are not points: the only list for display, valuation and trading. */
export const coins = (state: State): readonly Currency[] => [...state.currencies.values()].filter(isCoin)

export const marketOf = (state: State, id: PairId): MarketView | undefined => state.markets.get(id)
export const markets = (state: State): Iterable<MarketView> => state.markets.values()

/** With their books, for the legs of conversions. */
export const marketsOf = (state: State): Iterable<Market> => state.markets.values()

export const accountOf = (state: State, user: UserId): AccountView | undefined => state.accounts.get(user)
export const accounts = (state: State): Iterable<AccountView> => state.accounts.values()

/** Whether the account has a freeze that is not lifted at `at`. */
export const isAccountFrozen = ({ accounts }: State, user: UserId, at: Millis): boolean => {
  const account = accounts.get(user)
  return account !== undefined && isFrozen(account, at)
}

/** Reads of an account's history wait for the command that is being executed. */
export function noteChange(state: State, user: UserId): void {
  expectDefined(state.accounts.get(user), 'the account is open').lastSeq = state.seq
}

/** Undefined before the account's first trade. */
export const activityOf = (state: State, user: UserId): Readonly<Activity> | undefined =>
  state.accounts.get(user)?.activity
export function countConversion({ accounts }: State, user: UserId): void {
  const account = expectDefined(accounts.get(user), 'the account is open')
  account.activity ??= emptyActivity()
  account.activity.conversions += 1
}

/** All fees that an account has paid, in the order of the currencies. */
export const paidFees = (state: State, user: UserId): readonly (readonly [CurrencyId, Units])[] =>
  feeEntries(activityOf(state, user)?.fees ?? [])
/** Direct friends, in the order in which they joined. */
export const friendIdsOf = (state: State, referrer: UserId): readonly UserId[] =>
  state.friends.byReferrer.get(referrer) ?? []

/** Undefined once the order is closed. */
export const orderOf = (state: State, id: OrderId): OrderView | undefined => state.orders.get(id)
/** A user's open orders, oldest first. */
export const openOrdersOf = (state: State, user: UserId): readonly OrderView[] => state.accounts.get(user)?.orders ?? []
/** Oldest first. */
export const openOrders = (state: State): Iterable<OrderView> => state.orders.values()

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

const bookSide = (state: State, pair: PairId, side: Side): BookSide =>
  sideOf(expectDefined(state.markets.get(pair), 'the pair is listed').book, side)
