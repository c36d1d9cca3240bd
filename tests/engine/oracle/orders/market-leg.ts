/** Market orders as legs of a conversion: planned on the book first, then executed completely. */

import type { OrderId, PairId, UserId } from '../../../../src/contract/ids.ts'
import { cost, type Pair, quantityUnits } from '../../../../src/contract/markets/instruments.ts'
import type { Side } from '../../../../src/contract/markets/side.ts'
import type { Lots, Ppm, Ticks, Units } from '../../../../src/contract/money.ts'
import { worstPrice } from '../../../../src/contract/orders/check-order.ts'
import { assert, expectDefined } from '../../../../src/engine/assert.ts'
import type { LegPlan } from '../../../../src/engine/core.ts'
import { type Execution, emit } from '../execution.ts'
import { crosses, opposite } from '../orderbook/book.ts'
import { bestForTaker, levels } from '../orderbook/depth.ts'
import { type Book, leftOf, type Order } from '../orderbook/order.ts'
import type { State } from '../state.ts'
import { closeOrder } from './close-order.ts'
import { match } from './match.ts'

/** How far from the best price a leg may trade. */
const SLIPPAGE: Ppm = 100_000

/**
 * The leg that spends at most `amount`: of the base currency when it sells, of the quote currency when it buys. Own
 * orders of the user are ignored. Undefined if the book does not have enough within the slippage, or `amount` is less
 * than a lot.
 */
export function planLeg({ core }: State, user: UserId, id: PairId, side: Side, amount: Units): LegPlan | undefined {
  const book = expectDefined(core.books.get(id), 'the pair is listed')
  const { pair } = book.market
  const best = bestForTaker(book, side, user)
  if (best === undefined) return undefined
  const limit = worstPrice(side, best, SLIPPAGE)
  const walked = walk(book, user, side, limit, (price, lots, total) =>
    side === 'sell' ? Number(amount / pair.lot) - lots : Number((amount - total) / (BigInt(price) * pair.tickLot)),
  )
  if (walked === undefined) return undefined
  return planOf(pair, side, amount, walked.lots, walked.total, cost(pair, best, 1 as Lots))
}

/** The lots that are still wanted at a price, after `lots` for `total`. */
type Wanted = (price: Ticks, lots: number, total: bigint) => number

/** Fills as `match` does. Undefined if the book ends, or the limit is reached, while more is wanted. */
function walk(book: Book, user: UserId, side: Side, limit: Ticks, wantedAt: Wanted) {
  const { pair } = book.market
  let [lots, total] = [0, 0n]
  let last: Ticks | undefined
  const result = () => (lots === 0 ? undefined : { lots: lots as Lots, total: total as Units })
  for (const level of levels(book[opposite(side)])) {
    if (!crosses(side, limit, level.price)) break
    for (let order = level.first; order !== undefined; order = order.behind) {
      const wanted = wantedAt(level.price, lots, total)
      if (wanted === 0) return result()
      if (order.user === user) continue
      const quantity = Math.min(wanted, leftOf(order)) as Lots
      lots += quantity
      total += cost(pair, level.price, quantity)
      last = level.price
    }
  }
  return last !== undefined && wantedAt(last, lots, total) === 0 ? result() : undefined
}

function planOf(pair: Pair, side: Side, amount: Units, lots: Lots, total: Units, lotCost: Units): LegPlan {
  const quantity = quantityUnits(pair, lots)
  return side === 'sell'
    ? {
        pair: pair.id,
        side,
        terms: { type: 'market', by: 'quantity', quantity: lots, slippage: SLIPPAGE },
        spent: quantity,
        received: total,
        atBest: (BigInt(lots) * lotCost) as Units,
      }
    : {
        pair: pair.id,
        side,
        terms: { type: 'market', by: 'total', total: amount, slippage: SLIPPAGE },
        spent: total,
        received: quantity,
        atBest: ((total / lotCost) * pair.lot) as Units,
      }
}

/**
 * Executes a plan in the same command; the order never rests. Returns the fee: `rate` of what the leg receives, rounded up.
 */
export function executeLeg(execution: Execution, plan: LegPlan, user: UserId, id: OrderId, rate: Ppm): Units {
  const { pair, side, terms, spent } = plan
  emit(execution, {
    type: 'order-opened',
    at: execution.at,
    order: id,
    user,
    clientId: null,
    keptUntil: 0,
    pair,
    side,
    terms,
    makerFee: rate,
    takerFee: rate,
    postings: [],
  })
  const order = expectDefined(execution.state.core.orders.get(id), 'an opened order is open')
  assert(match(execution, order) === 'filled', 'a planned leg fills completely')
  assert(spentBy(order) === spent, 'a leg spends what was planned')
  closeOrder(execution, order, 'filled')
  return order.fee
}

const spentBy = ({ book, side, filled, filledTotal }: Order): Units =>
  side === 'sell' ? quantityUnits(book.market.pair, filled) : filledTotal
