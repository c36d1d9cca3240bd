/** Both legs of a trade at the maker's price, the fees, and the buyer's change where they had offered more. */

import { cost, type Pair, quantityUnits } from '../../contract/catalogue.ts'
import type { Millis, TradeId } from '../../contract/ids.ts'
import type { Lots, Ticks, Units } from '../../contract/money.ts'
import { assert } from '../assert.ts'
import type { Leg, Traded } from '../events.ts'
import type { Part, Posting } from '../ledger/ledger.ts'
import { crosses } from '../matching/book.ts'
import { feeOf } from './fees.ts'
import { holdOf } from './hold.ts'
import type { Order } from './order.ts'

export function settle(
  pair: Pair,
  trade: { readonly id: TradeId; readonly at: Millis; readonly price: Ticks; readonly quantity: Lots },
  maker: Order,
  taker: Order,
): Traded {
  const { price, quantity } = trade
  assert(isWithin(maker, price) && isWithin(taker, price), 'nobody trades beyond their limit')
  assert(quantity > 0 && quantity <= (maker.level?.quantity ?? 0), 'no more is taken than there is')
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

const isWithin = ({ side, terms }: Order, price: Ticks): boolean =>
  terms.type === 'market' || crosses(side, terms.price, price)

function legOf(pair: Pair, order: Order, quantity: Lots, total: Units): Leg {
  const fee = feeOf(pair, order, quantity, total)
  assert(fee >= 0n, 'a fee is not below zero')
  return {
    order: order.id,
    user: order.user,
    fee,
    filled: (order.filled + quantity) as Lots,
    filledTotal: order.filledTotal + total,
    feeTotal: order.fee + fee,
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
    { owner: seller.user, part: paidFrom(seller), currency: base, amount: -amount },
    { owner: buyer.user, part: 'free', currency: base, amount: amount - buyerFee },
    { owner: 'fees', part: 'free', currency: base, amount: buyerFee },
    { owner: seller.user, part: 'free', currency: quote, amount: total - sellerFee },
    { owner: 'fees', part: 'free', currency: quote, amount: sellerFee },
  ]
  if (buyer.terms.type === 'market') {
    postings.push({ owner: buyer.user, part: 'free', currency: quote, amount: -total })
    return postings
  }
  const offered = holdOf(pair, 'buy', buyer.terms, quantity)
  postings.push({ owner: buyer.user, part: 'held', currency: quote, amount: -offered })
  if (offered > total) postings.push({ owner: buyer.user, part: 'free', currency: quote, amount: offered - total })
  return postings
}

const paidFrom = (order: Order): Part => (order.terms.type === 'limit' ? 'held' : 'free')
