/** Meets a new order with the book: best price first, then oldest first, always at the maker's price. */

import type { Pair } from '../../contract/catalogue.ts'
import type { Lots, Ticks, Units } from '../../contract/money.ts'
import { worstPrice } from '../../contract/order-rules.ts'
import { balance } from '../ledger/ledger.ts'
import { cancel, closed } from '../orders/cancel-order.ts'
import { spends } from '../orders/hold.ts'
import { leftOf, type Order } from '../orders/order.ts'
import { settle } from '../orders/settle.ts'
import type { Market, State } from '../state.ts'
import { emit, type Turn } from '../turn.ts'
import { bestLevel, crosses, opposite, sideOf } from './book.ts'
import { bestForTaker } from './depth.ts'

/** `filled`: nothing is left to do. `stopped`: no order, price, or money to go on with. */
export type TakeEnd = 'filled' | 'stopped'

/**
 * Fills what can be filled. What is still wanted, and what can be paid for, is asked first: nothing is cancelled for
 * an order that could not go on anyway. Then resting orders of the same user are cancelled where they stand in the way.
 */
export function take(turn: Turn, { pair, book }: Market, taker: Order): TakeEnd {
  const limit = limitOf(turn.state, taker)
  const side = sideOf(book, opposite(taker.side))
  let last = limit
  for (;;) {
    const maker = bestLevel(side)?.first
    const price = maker?.level?.price
    const isInReach = price !== undefined && crosses(taker.side, limit, price)
    if (wantedAt(pair, taker, isInReach ? price : last) === 0) return 'filled'
    if (maker === undefined || !isInReach) return 'stopped'
    const wanted = Math.min(wantedAt(pair, taker, price), affordableAt(turn.state, pair, taker, price))
    if (wanted === 0) return 'stopped'
    if (maker.user === taker.user) {
      cancel(turn, maker)
      continue
    }
    const quantity = Math.min(wanted, leftOf(maker)) as Lots
    const id = turn.state.lastTrade + 1
    emit(turn, settle(pair, { id, at: turn.at, price, quantity }, maker, taker))
    if (leftOf(maker) === 0) emit(turn, closed(turn, pair, maker, 'filled'))
    last = price
  }
}

function limitOf(state: State, { terms, side, pair, user }: Order): Ticks {
  if (terms.type === 'limit') return terms.price
  const book = state.markets.get(pair)?.book
  const best = book && bestForTaker(book, side, user)
  return best === undefined ? (0 as Ticks) : worstPrice(side, best, terms.slippage)
}

/** Whole lots still asked for at this price: of a total, as many as fit into what is left of it. */
function wantedAt(pair: Pair, order: Order, price: Ticks): number {
  if (order.terms.type === 'market' && order.terms.by === 'total')
    return wholeLots(order.terms.total - order.filledTotal, BigInt(price) * pair.tickLot)
  return leftOf(order)
}

/** A limit order has its money set aside; a market order has what is free now. */
function affordableAt(state: State, pair: Pair, { terms, user, side }: Order, price: Ticks): number {
  if (terms.type === 'limit') return Number.MAX_SAFE_INTEGER
  const free = balance(state.ledger, user, 'free', spends(pair, side))
  return wholeLots(free, side === 'buy' ? BigInt(price) * pair.tickLot : pair.lot)
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER)

function wholeLots(amount: Units, perLot: Units): number {
  const lots = amount / perLot
  return Number(lots > MOST ? MOST : lots)
}
