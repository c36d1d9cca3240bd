/** Places a limit or market order: opens and matches it, then the rest rests in the book or expires. */

import { assertNever } from '../../../../src/contract/assert-never.ts'
import type { OrderId, PairId } from '../../../../src/contract/ids.ts'
import { cost, lotText, type Pair, quantityUnits } from '../../../../src/contract/markets/instruments.ts'
import { formatUnits, type Lots, type Ticks, type Units, ZERO } from '../../../../src/contract/money.ts'
import { checkOrder } from '../../../../src/contract/orders/check-order.ts'
import { limitPrice, type OrderTerms, quantityOf, timeInForceOf } from '../../../../src/contract/orders/order-terms.ts'
import { type Refusal, refuse as refusal } from '../../../../src/contract/refusals.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import { keptUntil } from '../../../../src/engine/idempotency/state.ts'
import type { PlaceOrder } from '../../../../src/engine/orders/commands.ts'
import { type Answer, type Execution, emit } from '../execution.ts'
import { assertNotCrossed, bestLevel, crosses, opposite, sideOf } from '../orderbook/book.ts'
import { bestForTaker, isFillable } from '../orderbook/depth.ts'
import type { Book, Order, Trader } from '../orderbook/order.ts'
import { openIn } from '../orderbook/own-orders.ts'
import type { State } from '../state.ts'
import { closeOrder } from './close-order.ts'
import { hold, holdOf, spends } from './hold.ts'
import { match } from './match.ts'

const MAX_OPEN_PER_PAIR = 100
const MAX_OPEN = 200
const ONE_LOT = 1 as Lots
const NO_LOTS = 0 as Lots
const NO_PRICE = 0 as Ticks

type LimitTerms = Extract<OrderTerms, { type: 'limit' }>
type MarketTerms = Extract<OrderTerms, { type: 'market' }>

/** Changes nothing. The answer is the first reason, in this order. */
export function refuse({ core, at }: State, command: PlaceOrder): Refusal | undefined {
  const { side, terms, user } = command
  const trader = core.traders.get(user)
  if (trader === undefined) return refusal('ACCOUNT_NOT_FOUND')
  const book = core.books.get(command.pair)
  if (book === undefined) return refusal('PAIR_NOT_FOUND')
  const { pair, lastPrice } = book.market
  if (pair.rules.status !== 'trading') return refusal('PAIR_HALTED', { pair: pair.symbol })
  if (at < trader.frozenUntil) return refusal('ACCOUNT_FROZEN')
  const best = limitPrice(terms) === undefined ? bestForTaker(book, side, user) : undefined
  const invalid = checkOrder(pair, side, terms, lastPrice, best ?? lastPrice)
  if (invalid !== undefined) return invalid
  const need = needOf(pair, command, best)
  const available = trader.balances.free[spends(pair, side)] ?? ZERO
  if (available < need) {
    const currency = (side === 'buy' ? pair.quote : pair.base).symbol
    return refusal('INSUFFICIENT_BALANCE', { need: formatUnits(need), available: formatUnits(available), currency })
  }
  switch (terms.type) {
    case 'limit':
      return refuseLimit(trader, book, command, terms)
    case 'market':
      return refuseMarket(pair, terms, best)
    default:
      return assertNever(terms)
  }
}

function refuseMarket(pair: Pair, terms: MarketTerms, best: Ticks | undefined): Refusal | undefined {
  if (best === undefined) return refusal('NO_LIQUIDITY')
  const isTooLittle = 'total' in terms && terms.total < cost(pair, best, ONE_LOT)
  return isTooLittle ? refusal('MIN_AMOUNT', { min: lotText(pair), currency: pair.base.symbol }) : undefined
}

function refuseLimit(
  trader: Trader,
  book: Book,
  { side, user, pair }: PlaceOrder,
  { price, quantity, timeInForce, postOnly }: LimitTerms,
): Refusal | undefined {
  if (timeInForce === 'GTC' && isFull(trader, pair)) return refusal('MAX_OPEN_ORDERS')
  const facing = bestLevel(sideOf(book, opposite(side)))
  if (postOnly && facing !== undefined && crosses(side, price, facing.price)) return refusal('POST_ONLY_WOULD_TAKE')
  if (timeInForce === 'FOK' && !isFillable(book, side, user, price, quantity)) return refusal('FOK_NOT_FILLABLE')
  return undefined
}

const isFull = (trader: Trader, pair: PairId): boolean =>
  trader.open >= MAX_OPEN || openIn(trader, pair) >= MAX_OPEN_PER_PAIR

/** The free balance required: the whole hold or total, or one lot for a market buy that stops when funds run out. */
function needOf(pair: Pair, { side, terms }: PlaceOrder, best: Ticks | undefined): Units {
  switch (terms.type) {
    case 'limit':
      return holdOf(pair, side, terms, terms.quantity)
    case 'market':
      if (side === 'buy') return terms.by === 'total' ? terms.total : cost(pair, best ?? NO_PRICE, ONE_LOT)
      return terms.by === 'total' ? pair.lot : quantityUnits(pair, terms.quantity)
    default:
      return assertNever(terms)
  }
}

/** Cannot fail: `refuse` has checked everything. */
export function perform(execution: Execution, command: PlaceOrder): Answer {
  const { seq, at } = execution
  const { core } = execution.state
  const { clientId, side, terms } = command
  // The trader's own string, not the command's: lookups and comparisons then succeed by pointer.
  const { user } = expectDefined(core.traders.get(command.user), 'a command without an account is refused')
  const { pair } = expectDefined(core.books.get(command.pair), 'a command without a market is refused').market
  const id = seq as OrderId
  const held = holdOf(pair, side, terms, quantityOf(terms) ?? NO_LOTS)
  emit(execution, {
    type: 'order-opened',
    at,
    order: id,
    user,
    clientId,
    keptUntil: clientId === null ? 0 : keptUntil(command.validUntil, at),
    pair: pair.id,
    side,
    terms,
    makerFee: pair.rules.makerFee,
    takerFee: pair.rules.takerFee,
    postings: hold(pair, user, side, held),
  })
  const order = expectDefined(core.orders.get(id), 'an opened order is open')
  if (match(execution, order) === 'filled') closeOrder(execution, order, 'filled')
  else if (rests(order)) {
    emit(execution, { type: 'order-rested', order: order.id })
    assertNotCrossed(order.book)
  } else closeOrder(execution, order, 'expired')
  return { type: 'order', order: id, repeated: false }
}

const rests = ({ terms }: Order): boolean => timeInForceOf(terms) === 'GTC'
