/**
 * The whole state as plain values, and back. Cut into pieces, so that whoever packs, hashes or thaws a large one can
 * do other things between two of them. What never changes is shared with the state, what does is copied: freezing is
 * quick, and nothing that happens later is seen in it.
 */

import type { Currency, Pair } from '../contract/catalogue.ts'
import type { Millis, OrderId, PairId, Seq, TradeId } from '../contract/ids.ts'
import type { Ticks, Units } from '../contract/money.ts'
import type { Side } from '../contract/order-rules.ts'
import { assert, known, never } from './assert.ts'
import type { RequestRemembered } from './events.ts'
import { type Balances, balancesOf, hasHad, type Owner } from './ledger/ledger.ts'
import { type BookSide, emptyBook, rest } from './matching/book.ts'
import type { Order } from './orders/order.ts'
import { remember } from './orders/remembered.ts'
import { type Account, emptyState, type Market, type State } from './state.ts'

/** Changes when `add` could no longer read what is stored. */
export const SNAPSHOT_VERSION = 1

const PIECE = 2_000

type FrozenMarket = {
  readonly pair: Pair
  readonly lastPrice: Ticks
  readonly lastTradeAt: Millis | null
}
/** Without a balance where the owner never had a currency. */
type FrozenBalances = {
  readonly owner: Owner
  readonly free: readonly (Units | null)[]
  readonly held: readonly (Units | null)[]
}
type FrozenAccount = Omit<Account, 'orders' | 'balances'>
type FrozenOrder = Omit<Order, 'account' | 'closed' | 'level' | 'ahead' | 'behind'>

export type Head = {
  readonly version: number
  readonly journal: string
  readonly seq: Seq
  readonly at: Millis
  readonly lastTrade: TradeId
}
export type Piece =
  | { readonly part: 'currencies'; readonly items: readonly Currency[] }
  | { readonly part: 'markets'; readonly items: readonly FrozenMarket[] }
  | { readonly part: 'accounts'; readonly items: readonly FrozenAccount[] }
  | { readonly part: 'balances'; readonly items: readonly FrozenBalances[] }
  /** Oldest first. */
  | { readonly part: 'orders'; readonly items: readonly FrozenOrder[] }
  /** The book from its worst price to its best, each queue from its first order to its last. */
  | { readonly part: 'queue'; readonly pair: PairId; readonly side: Side; readonly items: readonly OrderId[] }
  /** Oldest first, of all users together. */
  | { readonly part: 'requests'; readonly items: readonly RequestRemembered[] }

export type Frozen = { readonly head: Head; readonly pieces: readonly Piece[] }

/** Between two commands only: an order that is being matched has no place yet. */
export function freeze(state: State): Frozen {
  const { journal, seq, at, lastTrade, currencies, markets, accounts, ledger, orders, remembered } = state
  const { oldest } = remembered
  const queues = [...markets.values()].flatMap(({ pair, book }): Piece[] =>
    [book.buy, book.sell].flatMap((side) =>
      cut(queueOf(side)).map((items) => ({ part: 'queue', pair: pair.id, side: side.side, items })),
    ),
  )
  return {
    head: { version: SNAPSHOT_VERSION, journal, seq, at, lastTrade },
    pieces: [
      ...cut([...currencies.values()]).map((items): Piece => ({ part: 'currencies', items })),
      ...cut(Array.from(markets.values(), frozenMarket)).map((items): Piece => ({ part: 'markets', items })),
      ...cut(Array.from(accounts.values(), frozenAccount)).map((items): Piece => ({ part: 'accounts', items })),
      ...cut([...ledger].filter(([, balances]) => hasHad(balances)).map(frozenBalances)).map(
        (items): Piece => ({ part: 'balances', items }),
      ),
      ...cut(Array.from(orders.values(), frozenOrder)).map((items): Piece => ({ part: 'orders', items })),
      ...queues,
      ...cut(oldest.items.slice(oldest.head)).map((items): Piece => ({ part: 'requests', items })),
    ],
  }
}

/** The state again: equal in all it does from here on. */
export function thaw({ head, pieces }: Frozen): State {
  const state = begin(head)
  for (const piece of pieces) add(state, piece)
  return state
}

/** An empty state at its place, for `add` to fill piece by piece, in order. */
export function begin({ version, journal, seq, at, lastTrade }: Head): State {
  if (version !== SNAPSHOT_VERSION) throw new Error(`snapshot version ${version} is not known to this version`)
  return { ...emptyState(journal), seq, at, lastTrade }
}

export function add(state: State, piece: Piece): void {
  switch (piece.part) {
    case 'currencies':
      for (const currency of piece.items) state.currencies.set(currency.id, currency)
      return
    case 'markets':
      for (const { pair, lastPrice, lastTradeAt } of piece.items)
        state.markets.set(pair.id, { pair, book: emptyBook(), lastPrice, lastTradeAt: lastTradeAt ?? undefined })
      return
    case 'accounts':
      for (const account of piece.items)
        state.accounts.set(account.user, { ...account, orders: [], balances: balancesOf(state.ledger, account.user) })
      return
    case 'balances':
      for (const { owner, free, held } of piece.items) {
        const balances = balancesOf(state.ledger, owner)
        thawUnits(balances.free, free)
        thawUnits(balances.held, held)
      }
      return
    case 'orders':
      for (const frozen of piece.items) addOrder(state, frozen)
      return
    case 'queue': {
      const { book } = known(state.markets.get(piece.pair), 'a queue is of a listed pair')
      for (const id of piece.items) {
        const order = known(state.orders.get(id), 'who waits in a queue is open')
        assert(order.terms.type === 'limit', 'only a limit order rests')
        rest(book, order, order.terms.price)
      }
      return
    }
    case 'requests':
      // None of them is over or one too many, since the newest came when all of them were there: none is dropped that
      // was not dropped before.
      for (const request of piece.items) remember(state.remembered, request)
      return
    default:
      never(piece)
  }
}

function addOrder(state: State, frozen: FrozenOrder): void {
  const account = known(state.accounts.get(frozen.user), 'an order has an account')
  const order = thawnOrder(account, frozen)
  state.orders.add(order)
  account.orders.push(order)
}

const frozenMarket = ({ pair, lastPrice, lastTradeAt }: Market): FrozenMarket => ({
  pair,
  lastPrice,
  lastTradeAt: lastTradeAt ?? null,
})

const frozenAccount = (account: Account): FrozenAccount => ({
  user: account.user,
  kind: account.kind,
  referralCode: account.referralCode,
  referrer: account.referrer,
  openedAt: account.openedAt,
  frozen: account.frozen,
  lastSeq: account.lastSeq,
})

const frozenBalances = ([owner, { free, held }]: [Owner, Balances]): FrozenBalances => ({
  owner,
  free: Array.from(free, unitsOrNull),
  held: Array.from(held, unitsOrNull),
})

const unitsOrNull = (amount: Units | undefined): Units | null => amount ?? null

function thawUnits(units: Units[], amounts: readonly (Units | null)[]): void {
  for (const [currency, amount] of amounts.entries()) if (amount !== null) units[currency] = amount
}

/** Written out: a copy of this shape is several times quicker than one by rest and spread. */
const frozenOrder = (order: Order): FrozenOrder => ({
  id: order.id,
  user: order.user,
  clientId: order.clientId,
  pair: order.pair,
  side: order.side,
  terms: order.terms,
  quantity: order.quantity,
  makerFee: order.makerFee,
  takerFee: order.takerFee,
  openedAt: order.openedAt,
  updatedAt: order.updatedAt,
  filled: order.filled,
  filledTotal: order.filledTotal,
  fee: order.fee,
  takenFilled: order.takenFilled,
  takenTotal: order.takenTotal,
  takenFee: order.takenFee,
})

/** In one shape with those that were opened, so the same fields in the same order. */
const thawnOrder = (account: Account, frozen: FrozenOrder): Order => ({
  account,
  level: undefined,
  ahead: undefined,
  behind: undefined,
  id: frozen.id,
  user: account.user,
  clientId: frozen.clientId,
  pair: frozen.pair,
  side: frozen.side,
  terms: frozen.terms,
  quantity: frozen.quantity,
  makerFee: frozen.makerFee,
  takerFee: frozen.takerFee,
  openedAt: frozen.openedAt,
  updatedAt: frozen.updatedAt,
  filled: frozen.filled,
  filledTotal: frozen.filledTotal,
  fee: frozen.fee,
  takenFilled: frozen.takenFilled,
  takenTotal: frozen.takenTotal,
  takenFee: frozen.takenFee,
  closed: undefined,
})

function queueOf({ levels }: BookSide): OrderId[] {
  const ids: OrderId[] = []
  for (const { first } of levels) for (let order = first; order !== undefined; order = order.behind) ids.push(order.id)
  return ids
}

function cut<T>(items: readonly T[]): (readonly T[])[] {
  const pieces: (readonly T[])[] = []
  for (let from = 0; from < items.length; from += PIECE) pieces.push(items.slice(from, from + PIECE))
  return pieces
}
