/**
 * The door of the core: what modules and `exchange.ts` may use of it. Everything in `core/` is private. A view is a copy, a
 * list of levels is read at once: the next command changes it.
 */

import type { CurrencyId, Millis, OrderId, PairId, Seq, TradeId, UserId } from '../contract/ids.ts'
import type { Side } from '../contract/markets/side.ts'
import { type Lots, type Ppm, plus, type Ticks, type Units, ZERO } from '../contract/money.ts'
import type { Refusal } from '../contract/refusals.ts'
import { frozenUntil } from './accounts/freeze.ts'
import { assert } from './assert.ts'
import type { LegPlan } from './core/conversions.ts'
import { bytesOf, type LogPart } from './core/log.ts'
import type { ActivityView } from './core/money-views.ts'
import type { OwnerHandle, Sizes } from './core/records.ts'
import type { MoneyPiece, OrderPiece } from './core/save.ts'
import type { OrderView } from './core/views.ts'
import type { Market } from './instruments/state.ts'
import type { PlaceOrder } from './orders/commands.ts'
import type { OrderEvent } from './orders/events.ts'
import { chainOwner, HOUSES, type Hold, mayBeNegative, type Owner, type Posting } from './postings.ts'
import type { State } from './state.ts'

export type { LegPlan } from './core/conversions.ts'
export type { ActivityView } from './core/money-views.ts'
export { type Sizes, SMALL } from './core/records.ts'
export type { MoneyPiece, OrderPiece } from './core/save.ts'
export type { OrderView } from './core/views.ts'

type LevelView = { readonly price: Ticks; readonly quantity: Lots }
type LedgerEntry = {
  readonly owner: Owner
  readonly currency: CurrencyId
  readonly free: Units
  readonly held: Units
}

export const post = ({ core }: State, postings: readonly Posting[]): void => core.post(postings)

export const free = ({ core }: State, owner: Owner, currency: CurrencyId): Units =>
  core.balance(owner, 'free', currency)

export const held = ({ core }: State, owner: Owner, currency: CurrencyId): Units =>
  core.balance(owner, 'held', currency)

/** Every owner with every currency that it ever had. */
export function* ledgerEntries({ core }: State): Generator<LedgerEntry> {
  for (const owner of core.names()) for (const entry of core.balancesOf(owner)) yield { owner, ...entry }
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
    const [free, held]: [Units[], Units[]] = [[], []]
    for (const entry of core.balancesOf(user)) {
      free[entry.currency] = entry.free
      held[entry.currency] = entry.held
    }
    users.push({ user, free, held })
  }
  return users
}

/** What all other accounts own, by currency: together with the balances of users it is zero. */
export function sumsOfOthers({ accounts, networks, core }: State): ReadonlyMap<CurrencyId, Units> {
  const sums = new Map<CurrencyId, Units>()
  const add = (owner: Owner): void => {
    for (const { currency, free, held } of core.balancesOf(owner))
      sums.set(currency, plus(sums.get(currency) ?? ZERO, plus(free, held)))
  }
  for (const { user, kind } of accounts.values()) if (kind !== 'user') add(user)
  for (const house of HOUSES) add(house)
  for (const { network } of networks.values()) add(chainOwner(network.code))
  return sums
}

/** One owner's balances, to compare them. */
export const balancesLine = ({ core }: State, owner: Owner): object => ({ owner, balances: core.balancesOf(owner) })

/** A number that the user keeps; undefined for one who never had an account. */
export const ownerNumber = ({ core }: State, user: UserId): number | undefined => core.owners.find(user) || undefined
export const ownerNamed = ({ core }: State, number: number): Owner => core.owners.nameOf(number as OwnerHandle)

/** The last command that changed something of the user; 0 without an account. */
export const lastSeqOf = ({ core }: State, user: UserId): Seq => core.lastSeqOf(user)

/** Whether the account has a freeze that is not lifted at `at`. */
export const isAccountFrozen = ({ core }: State, user: UserId, at: Millis): boolean => core.isFrozen(user, at)

/** Undefined before the account's first trade or conversion. */
export const activityOf = ({ core }: State, user: UserId): ActivityView | undefined => core.activityOf(user)

/** All fees that an account has paid, in the order of the currencies. */
export const paidFees = ({ core }: State, user: UserId): readonly (readonly [CurrencyId, Units])[] =>
  core.paidFees(user)

/** Whether the core has records for another account. */
export const hasRoomForOwner = ({ core }: State): boolean => core.hasRoomForOwner()
/** Of a new account: it has no money yet. */
export const openOwner = ({ core }: State, user: UserId): void => core.openOwner(user)
export const setFrozenUntil = ({ core }: State, user: UserId, until: Millis): void => core.setFrozenUntil(user, until)
/** Reads of a user's history wait for the command that is being executed. */
export const noteChange = ({ core }: State, user: UserId): void => core.noteChange(user)
export const countConversion = ({ core }: State, user: UserId): void => core.countConversion(user)

/** Undefined once the order is closed. */
export const orderOf = ({ core }: State, id: OrderId): OrderView | undefined => core.findOrder(id)
/** A user's open orders, oldest first. */
export const openOrdersOf = ({ core }: State, user: UserId): readonly OrderView[] => [...core.openOrdersOf(user)]
/** Oldest first. */
export const openOrders = ({ core }: State): Iterable<OrderView> => core.openOrders()
export const orderWithClientId = ({ core }: State, user: UserId, clientId: string): OrderView | undefined =>
  core.findByClientId(user, clientId)

/** Opens the empty book of a market. */
export const openBook = ({ core }: State, market: Market): void => core.books.list(market)

/** One side of a pair's book, best price first. */
export const depth = ({ core }: State, pair: PairId, side: Side): Generator<LevelView> => core.levelsOf(pair, side)
/** How many orders rest on one side of a pair's book. */
export const orderCount = ({ core }: State, pair: PairId, side: Side): number => core.orderCount(pair, side)

/** A book in the state text: every level with its queue, best price first. */
export function* bookLines({ core }: State, pair: PairId): Generator<object> {
  for (const side of ['buy', 'sell'] as const) for (const level of core.queuesOf(pair, side)) yield { side, ...level }
}

/** Undefined if the order was placed. `keptUntil`: of the answer to its client id, if it has one. */
export const placeOrder = ({ core, seq }: State, command: PlaceOrder, keptUntil: Millis): Refusal | undefined =>
  core.placeOrder(seq as OrderId, command, keptUntil)

export const cancelOrder = ({ core }: State, user: UserId, order: OrderId): Refusal | undefined =>
  core.cancelOrder(user, order)

/** Orders of a halted pair stay open. The cancelled ones. */
export const cancelAll = ({ core }: State, user: UserId, pair: PairId | null): readonly OrderId[] =>
  core.cancelAll(user, pair)

/** Also those of halted pairs, for an account that is frozen. */
export const cancelEveryOrder = ({ core }: State, user: UserId): readonly OrderId[] => core.cancelEvery(user)

/** The leg that spends at most `amount`: of the base currency when it sells, of the quote currency when it buys. */
export const planLeg = ({ core }: State, user: UserId, pair: PairId, side: Side, amount: Units): LegPlan | Refusal =>
  core.planLeg(user, pair, side, amount)

/** Executes a plan in the same command. Returns the fee: `rate` of what the leg receives, rounded up. */
export const executeLeg = ({ core }: State, plan: LegPlan, user: UserId, id: OrderId, rate: Ppm): Units =>
  core.executeLeg(plan, user, id, rate)

/** What the core did in a command. It can be read at any later time. */
export type Logged = readonly LogPart[]
export const logged = ({ core }: State): Logged => core.logged()
/** How much the core did in the command so far. */
export const loggedSlots = ({ core }: State): number => core.loggedSlots()
export const loggedBytes = (parts: Logged): readonly Uint8Array[] => parts.map(bytesOf)
/** Reads each event, with the slots that were logged before it. `at`: the time of the command. */
export const readEvents = (
  { core }: State,
  parts: Logged,
  at: Millis,
  read: (event: OrderEvent, before: number) => void,
): void => core.events(parts, at, read)
/** The orders that the command closed, as they were then. */
export const closedIn = ({ core }: State, parts: Logged, at: Millis): readonly OrderView[] =>
  core.closedOrders(parts, at)

/** The snapshot of the core: owners and purses are loaded before markets are listed, orders and queues after. */
export const saveMoney = ({ core }: State): MoneyPiece[] => core.saveMoney()
export const saveOrders = ({ core }: State): OrderPiece[] => core.saveOrders()
type PieceOf<Part extends string> = Extract<MoneyPiece | OrderPiece, { part: Part }>
export const loadOwners = ({ core }: State, piece: PieceOf<'owners'>): void => core.loadOwners(piece)
export const loadPurses = ({ core }: State, piece: PieceOf<'purses'>): void => core.loadPurses(piece)
export const loadOrders = ({ core }: State, piece: PieceOf<'open-orders'>): void => core.loadOrders(piece)
export const loadQueue = ({ core }: State, piece: PieceOf<'queue'>): void => core.loadQueue(piece)

/** The state text: owners with what they have and did, by their names, and open orders, oldest first. */
export const ownerLines = ({ core }: State): Iterable<object> => core.ownerLines()
export const orderLines = ({ core }: State): Iterable<object> => core.orderLines()

/** What open orders hold. */
export const holdsOfOrders = ({ core }: State): Iterable<Hold> => core.holds()

export const sizesOf = ({ core }: State): Sizes => core.sizes

export const lastTradeOf = ({ core }: State): TradeId => core.now.lastTrade as TradeId
export function setLastTrade({ core }: State, trade: TradeId): void {
  core.now.lastTrade = trade
}

export function assertCore(state: State): void {
  const { core, accounts, markets } = state
  core.assertRecords()
  assertBalances(state)
  for (const { user, freezes } of accounts.values())
    assert(core.frozenUntilOf(user) === frozenUntil(freezes), 'an owner is frozen as its account is')
  for (const [pair, market] of markets)
    assert(core.books.listed(pair).market === market, 'a book belongs to its market')
}

function assertBalances(state: State): void {
  const sums = new Map<CurrencyId, Units>()
  for (const { owner, currency, free, held } of ledgerEntries(state)) {
    assert(mayBeNegative(owner) || free >= 0n, 'no free balance is negative')
    assert(held >= 0n, 'no held balance is negative')
    sums.set(currency, plus(sums.get(currency) ?? ZERO, plus(free, held)))
  }
  for (const sum of sums.values()) assert(sum === 0n, 'each currency sums to zero')
}
