/** Legs of conversions in units, as the module of conversions plans and executes them. */

import type { OrderId, PairId, UserId } from '../../contract/ids.ts'
import { smallestOf } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import { formatUnits, type Lots, type Ppm, type Units } from '../../contract/money.ts'
import type { OrderTerms } from '../../contract/orders/order-terms.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { assert } from '../assert.ts'
import { RANGE, shareDown, shareUp } from './amounts.ts'
import type { Book } from './book.ts'
import type { Opening } from './happen.ts'
import type { Legs, Walk } from './leg.ts'
import type { Looks } from './look.ts'
import type { OwnOrders } from './own-orders.ts'
import type { Owners } from './owners.ts'
import { NONE } from './records.ts'
import type { Refuse } from './refuse.ts'
import { flagsOf, SELL } from './terms.ts'

const MILLION = 1_000_000
/** How far from the best price a leg may trade. */
const SLIPPAGE: Ppm = 100_000

/** A leg of a conversion on the book as it is. */
export type LegPlan = {
  readonly pair: PairId
  readonly side: Side
  readonly terms: Extract<OrderTerms, { type: 'market' }>
  /** What the leg takes from the user in whole lots, and what it brings without a fee. */
  readonly spent: Units
  readonly received: Units
  /** What it would bring at the best price. */
  readonly atBest: Units
}

type Deps = {
  readonly legs: Legs
  readonly looks: Looks
  readonly own: OwnOrders
  readonly owners: Owners
  readonly hasRecords: Refuse['hasRecords']
  readonly bookIn: (pair: PairId) => Book
}

export function openConversions({ legs, looks, own, owners, hasRecords, bookIn }: Deps) {
  const limitOf = (isSell: boolean, best: number): number =>
    isSell ? shareUp(best, MILLION - SLIPPAGE) : shareDown(best, MILLION + SLIPPAGE)

  /**
   * The leg that spends at most `amount`: of the base currency when it sells, of the quote currency when it buys. What it pays
   * and what it buys is below 2^52 of the smallest amounts, as that of every order; what it receives of a quote currency is
   * compared with the largest total of the pair by the caller.
   */
  function planLeg(user: UserId, pair: PairId, side: Side, amount: Units): LegPlan | Refusal {
    const book = bookIn(pair)
    const isSell = side === 'sell'
    const { base, quote } = book.market.pair
    const spends = Number(amount / smallestOf(isSell ? base : quote))
    if (spends >= RANGE) return refuseLarge(book)
    const owner = owners.find(user)
    const seat = owner === NONE ? NONE : own.findSeat(owner, book.number)
    const best = looks.bestForTaker(isSell ? book.buys : book.sells, seat)
    if (best === 0) return refuse('NO_LIQUIDITY')
    if (!hasRecords(false)) return refuse('EXCHANGE_FULL')
    const walked = legs.walk(book, seat, isSell, spends, limitOf(isSell, best))
    if (walked === undefined) return refuse('NO_LIQUIDITY')
    return walked.lots * book.lot >= RANGE ? refuseLarge(book) : planOf(book, side, amount, walked)
  }

  function refuseLarge({ market, lot }: Book): Refusal {
    const { base, lot: unitsOfLot } = market.pair
    const max = formatUnits((BigInt(Math.floor((RANGE - 1) / lot)) * unitsOfLot) as Units)
    return refuse('MAX_AMOUNT', { max, currency: base.symbol })
  }

  /** Executes a plan in the same command. Returns the fee: `rate` of what the leg receives, rounded up. */
  function executeLeg({ pair, side, terms, spent }: LegPlan, user: UserId, id: OrderId, rate: Ppm): Units {
    const book = bookIn(pair)
    const owner = owners.find(user)
    assert(owner !== NONE, 'a conversion without an account is refused')
    const { base, quote } = book.market.pair
    const flags = flagsOf(side, terms)
    const isSell = (flags & SELL) !== 0
    const seat = own.seatIn(owner, book)
    const price = terms.by === 'total' ? Number(terms.total / smallestOf(quote)) : 0
    const quantity = terms.by === 'total' ? 0 : terms.quantity
    const rates = { makerRate: rate, takerRate: rate }
    const opening: Opening = {
      id,
      seat,
      flags,
      price,
      quantity,
      slippage: terms.slippage,
      ...rates,
      clientId: null,
      keptUntil: 0,
    }
    const best = looks.bestForTaker(isSell ? book.buys : book.sells, seat)
    const [paid, received] = isSell ? [base, quote] : [quote, base]
    const fee = legs.execute(book, opening, limitOf(isSell, best), Number(spent / smallestOf(paid)))
    return (BigInt(fee) * smallestOf(received)) as Units
  }

  return { planLeg, executeLeg }
}

function planOf({ market, tickLot }: Book, side: Side, amount: Units, { lots, total, best }: Walk): LegPlan {
  const { id: pair, quote, lot } = market.pair
  const quantity = (BigInt(lots) * lot) as Units
  const [inQuote, oneLot] = [(BigInt(total) * smallestOf(quote)) as Units, BigInt(best * tickLot) * smallestOf(quote)]
  return side === 'sell'
    ? {
        pair,
        side,
        terms: { type: 'market', by: 'quantity', quantity: lots as Lots, slippage: SLIPPAGE },
        spent: quantity,
        received: inQuote,
        atBest: (BigInt(lots) * oneLot) as Units,
      }
    : {
        pair,
        side,
        terms: { type: 'market', by: 'total', total: amount, slippage: SLIPPAGE },
        spent: inQuote,
        received: quantity,
        atBest: ((inQuote / oneLot) * lot) as Units,
      }
}
