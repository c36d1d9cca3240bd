/** Matches a new order with the book: best price first, then oldest first, always at the maker's price. */

import { assertNever } from '../../../../src/contract/assert-never.ts'
import type { TradeId } from '../../../../src/contract/ids.ts'
import type { Pair } from '../../../../src/contract/markets/instruments.ts'
import { type Lots, type Ticks, ZERO } from '../../../../src/contract/money.ts'
import { worstPrice } from '../../../../src/contract/orders/check-order.ts'
import { totalOf } from '../../../../src/contract/orders/order-terms.ts'
import { type Execution, emit } from '../execution.ts'
import { bestLevel, crosses, opposite, sideOf } from '../orderbook/book.ts'
import { bestForTaker } from '../orderbook/depth.ts'
import { leftOf, type Order } from '../orderbook/order.ts'
import { closeOrder } from './close-order.ts'
import { spends, spendsHold } from './hold.ts'
import { settle } from './settle.ts'

/** `stopped`: no resting order within the limit, or no funds to continue. */
type MatchResult = 'filled' | 'stopped'

/**
 * Fills as much as possible. The remaining quantity and the funds are checked before self-trade prevention, so that no
 * resting order is cancelled for a taker that could not trade. Self-trade prevention cancels the user's resting order.
 */
export function match(execution: Execution, taker: Order): MatchResult {
  const { state } = execution
  const { book } = taker
  const { pair } = book.market
  const limit = limitOf(taker)
  const side = sideOf(book, opposite(taker.side))
  let last = limit
  for (;;) {
    const maker = bestLevel(side)?.first
    const price = maker?.level?.price
    const isInReach = price !== undefined && crosses(taker.side, limit, price)
    if (wantedAt(pair, taker, isInReach ? price : last) === 0) return 'filled'
    if (maker === undefined || !isInReach) return 'stopped'
    const wanted = Math.min(wantedAt(pair, taker, price), affordableAt(pair, taker, price))
    if (wanted === 0) return 'stopped'
    if (maker.user === taker.user) {
      closeOrder(execution, maker, 'cancelled')
      continue
    }
    const quantity = Math.min(wanted, leftOf(maker)) as Lots
    const id = (state.lastTrade + 1) as TradeId
    emit(execution, settle(pair, { id, at: execution.at, price, quantity }, maker, taker))
    if (leftOf(maker) === 0) closeOrder(execution, maker, 'filled')
    last = price
  }
}

function limitOf({ book, terms, side, user }: Order): Ticks {
  switch (terms.type) {
    case 'limit':
      return terms.price
    case 'market': {
      const best = bestForTaker(book, side, user)
      return best === undefined ? (0 as Ticks) : worstPrice(side, best, terms.slippage)
    }
    default:
      return assertNever(terms)
  }
}

/** The lots an order still wants at this price; for a total, the whole lots that the rest of it pays for. */
function wantedAt(pair: Pair, order: Order, price: Ticks): number {
  const total = totalOf(order.terms)
  return total === undefined ? leftOf(order) : wholeLots(total - order.filledTotal, BigInt(price) * pair.tickLot)
}

/** The lots that the free balance pays for. An order that spends its hold has reserved enough. */
function affordableAt(pair: Pair, { trader, terms, side }: Order, price: Ticks): number {
  if (spendsHold(terms)) return Number.MAX_SAFE_INTEGER
  const free = trader.balances.free[spends(pair, side)] ?? ZERO
  return wholeLots(free, side === 'buy' ? BigInt(price) * pair.tickLot : pair.lot)
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER)

function wholeLots(amount: bigint, perLot: bigint): number {
  const lots = amount / perLot
  return Number(lots > MOST ? MOST : lots)
}
