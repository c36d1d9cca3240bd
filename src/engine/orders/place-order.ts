/** A limit or market order: looked at, opened, matched, and what is left rests or goes back. */

import { cost, lotText, type Pair, quantityUnits } from '../../contract/catalogue.ts'
import { formatUnits, type Lots, type Ticks, type Units } from '../../contract/money.ts'
import { checkTerms } from '../../contract/order-rules.ts'
import { refuse as no, type Refusal } from '../../contract/refusals.ts'
import { known } from '../assert.ts'
import type { PlaceOrder } from '../commands.ts'
import { assertNotCrossed } from '../ledger/conservation.ts'
import { bestLevel, crosses, opposite, sideOf } from '../matching/book.ts'
import { bestForTaker, isFillable } from '../matching/depth.ts'
import { take } from '../matching/match.ts'
import type { Account, Market, State } from '../state.ts'
import { emit, type Turn } from '../turn.ts'
import { closed } from './cancel-order.ts'
import { hold, holdOf, spends } from './hold.ts'
import type { Order } from './order.ts'

const MAX_OPEN_PER_PAIR = 100
const MAX_OPEN = 200
const ONE_LOT = 1 as Lots
const NO_PRICE = 0 as Ticks

/** Looks, and touches nothing. The first reason in this order is the answer. */
export function refuse(state: State, command: PlaceOrder): Refusal | undefined {
  const { side, terms, user } = command
  const account = state.accounts.get(user)
  if (account === undefined) return no('ACCOUNT_NOT_FOUND')
  const market = state.markets.get(command.pair)
  if (market === undefined) return no('PAIR_NOT_FOUND')
  const { pair, book, lastPrice } = market
  if (pair.rules.status !== 'trading') return no('PAIR_HALTED', { pair: pair.symbol })
  if (account.frozen) return no('ACCOUNT_FROZEN')
  const best = terms.type === 'market' ? bestForTaker(book, side, user) : undefined
  const unfit = checkTerms(pair, side, terms, lastPrice, best ?? lastPrice)
  if (unfit !== undefined) return unfit
  const need = needOf(pair, command, best)
  const available = account.balances.free[spends(pair, side)] ?? 0n
  if (available < need) {
    const currency = (side === 'buy' ? pair.quote : pair.base).symbol
    return no('INSUFFICIENT_BALANCE', { need: formatUnits(need), available: formatUnits(available), currency })
  }
  return terms.type === 'market' ? refuseMarket(pair, command, best) : refuseLimit(account, market, command)
}

function refuseMarket(pair: Pair, { terms }: PlaceOrder, best: Ticks | undefined): Refusal | undefined {
  if (best === undefined) return no('NO_LIQUIDITY')
  const isTooLittle = 'total' in terms && terms.total < cost(pair, best, ONE_LOT)
  return isTooLittle ? no('MIN_AMOUNT', { min: lotText(pair), currency: pair.base.symbol }) : undefined
}

function refuseLimit(account: Account, { book }: Market, { side, terms, user, pair }: PlaceOrder): Refusal | undefined {
  if (terms.type !== 'limit') return undefined
  const { price, quantity, timeInForce, postOnly } = terms
  if (timeInForce === 'GTC' && isFull(account, pair)) return no('MAX_OPEN_ORDERS')
  const facing = bestLevel(sideOf(book, opposite(side)))
  if (postOnly && facing !== undefined && crosses(side, price, facing.price)) return no('POST_ONLY_WOULD_TAKE')
  if (timeInForce === 'FOK' && !isFillable(book, side, user, price, quantity)) return no('FOK_NOT_FILLABLE')
  return undefined
}

/** Counting is cheap only because an account never has more than the limit. */
function isFull({ orders }: Account, pair: number): boolean {
  if (orders.length < MAX_OPEN_PER_PAIR) return false
  if (orders.length >= MAX_OPEN) return true
  let ofPair = 0
  for (const order of orders) if (order.pair === pair) ofPair += 1
  return ofPair >= MAX_OPEN_PER_PAIR
}

/** What must be free to begin: the whole hold or total; one lot where a market buy ends when the funds do. */
function needOf(pair: Pair, { side, terms }: PlaceOrder, best: Ticks | undefined): Units {
  if (terms.type === 'limit') return holdOf(pair, side, terms, terms.quantity)
  if (side === 'buy') return terms.by === 'total' ? terms.total : cost(pair, best ?? NO_PRICE, ONE_LOT)
  return terms.by === 'total' ? pair.lot : quantityUnits(pair, terms.quantity)
}

/** Cannot fail: everything that could go wrong was refused. */
export function perform(turn: Turn, command: PlaceOrder): Order {
  const { state, seq, at } = turn
  const { clientId, side, terms } = command
  // The account's own text of the user, not the command's: equal, but found and compared by being the same.
  const { user } = known(state.accounts.get(command.user), 'a refused account does not come here')
  const market = known(state.markets.get(command.pair), 'a refused pair does not come here')
  const { pair } = market
  const held = terms.type === 'limit' ? holdOf(pair, side, terms, terms.quantity) : 0n
  emit(turn, {
    type: 'order-opened',
    at,
    order: seq,
    user,
    clientId,
    pair: pair.id,
    side,
    terms,
    makerFee: pair.rules.makerFee,
    takerFee: pair.rules.takerFee,
    postings: hold(pair, user, side, held),
  })
  const order = known(state.orders.get(seq), 'an opened order is known')
  const end = take(turn, market, order)
  if (end === 'filled') emit(turn, closed(turn, pair, order, 'filled'))
  else if (isResting(order)) {
    emit(turn, { type: 'order-rested', order: order.id })
    assertNotCrossed(market.book)
  } else emit(turn, closed(turn, pair, order, 'expired'))
  return order
}

const isResting = ({ terms }: Order): boolean => terms.type === 'limit' && terms.timeInForce === 'GTC'
