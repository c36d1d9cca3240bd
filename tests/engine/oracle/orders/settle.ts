/** A trade at the maker's price: both legs with their fees, and the buyer's change if the limit was higher. */

import type { Millis, TradeId } from '../../../../src/contract/ids.ts'
import { cost, type Pair, quantityUnits } from '../../../../src/contract/markets/instruments.ts'
import type { Lots, Ticks, Units } from '../../../../src/contract/money.ts'
import { limitPrice } from '../../../../src/contract/orders/order-terms.ts'
import { assert } from '../../../../src/engine/assert.ts'
import type { Leg, Traded } from '../../../../src/engine/orders/events.ts'
import type { Part, Posting } from '../../../../src/engine/postings.ts'
import { crosses } from '../orderbook/book.ts'
import type { Order } from '../orderbook/order.ts'
import { feeOf } from './fees.ts'
import { holdOf, spendsHold } from './hold.ts'

export function settle(
  pair: Pair,
  trade: { readonly id: TradeId; readonly at: Millis; readonly price: Ticks; readonly quantity: Lots },
  maker: Order,
  taker: Order,
): Traded {
  const { price, quantity } = trade
  assert(isWithin(maker, price) && isWithin(taker, price), 'both limits allow the price')
  assert(quantity > 0 && quantity <= (maker.level?.quantity ?? 0), 'a trade fills no more than the level has')
  const total = cost(pair, price, quantity)
  const makerLeg = legOf(pair, maker, quantity, total)
  const takerLeg = legOf(pair, taker, quantity, total)
  const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker]
  const [buyerFee, sellerFee] = taker.side === 'buy' ? [takerLeg.fee, makerLeg.fee] : [makerLeg.fee, takerLeg.fee]
  return {
    type: 'traded',
    at: trade.at,
    trade: trade.id,
    pair: pair.id,
    side: taker.side,
    price,
    quantity,
    maker: makerLeg,
    taker: takerLeg,
    postings: postingsOf(pair, buyer, seller, quantity, total, buyerFee, sellerFee),
  }
}

function isWithin({ side, terms }: Order, price: Ticks): boolean {
  const limit = limitPrice(terms)
  return limit === undefined || crosses(side, limit, price)
}

function legOf(pair: Pair, order: Order, quantity: Lots, total: Units): Leg {
  const fee = feeOf(pair, order, quantity, total)
  assert(fee >= 0n, 'a fee is not negative')
  return {
    order: order.id,
    user: order.user,
    fee,
    filled: (order.filled + quantity) as Lots,
    filledTotal: (order.filledTotal + total) as Units,
    feeTotal: (order.fee + fee) as Units,
  }
}

function postingsOf(
  pair: Pair,
  buyer: Order,
  seller: Order,
  quantity: Lots,
  total: Units,
  buyerFee: Units,
  sellerFee: Units,
): readonly Posting[] {
  const [base, quote] = [pair.base.id, pair.quote.id]
  const amount = quantityUnits(pair, quantity)
  const postings: Posting[] = [
    { owner: seller.user, part: paidFrom(seller), currency: base, amount: -amount as Units },
    { owner: buyer.user, part: 'free', currency: base, amount: (amount - buyerFee) as Units },
    { owner: 'fees', part: 'free', currency: base, amount: buyerFee },
    { owner: seller.user, part: 'free', currency: quote, amount: (total - sellerFee) as Units },
    { owner: 'fees', part: 'free', currency: quote, amount: sellerFee },
  ]
  if (!spendsHold(buyer.terms)) {
    postings.push({ owner: buyer.user, part: 'free', currency: quote, amount: -total as Units })
    return postings
  }
  const reserved = holdOf(pair, 'buy', buyer.terms, quantity)
  postings.push({ owner: buyer.user, part: 'held', currency: quote, amount: -reserved as Units })
  if (reserved > total)
    postings.push({ owner: buyer.user, part: 'free', currency: quote, amount: (reserved - total) as Units })
  return postings
}

const paidFrom = (order: Order): Part => (spendsHold(order.terms) ? 'held' : 'free')
