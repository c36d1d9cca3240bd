/** A trade of two orders: what each receives and pays, the fees of both, and what their owners did so far. */

import { assert } from '../assert.ts'
import { RANGE, shareUp } from './amounts.ts'
import type { Book } from './book.ts'
import type { Now } from './happen.ts'
import { BASE, type Ledger, QUOTE } from './ledger.ts'
import { KINDS, type Log } from './log.ts'
import type { OrderFacts } from './order-facts.ts'
import { NONE, type OrderHandle, type OwnerHandle, type PurseHandle, type Records } from './records.ts'
import { SELL } from './terms.ts'

/** 100 USDT in its smallest amounts. */
const QUALIFYING_VOLUME = 10_000_000_000

type Deps = {
  readonly records: Records
  readonly log: Log
  readonly ledger: Ledger
  readonly facts: OrderFacts
  readonly now: Now
  /** What a total in the quote currency of a book is worth in USDT; both in their smallest amounts. */
  readonly inUsdt: (book: Book, total: number) => number
}

export type Trade = ReturnType<typeof openTrade>

export function openTrade({ records, log, ledger, facts, now, inUsdt }: Deps) {
  const { id, left, price, filledTotal, fee, taken, takenFee, updatedAt, makerRate, takerRate } = records.orders
  const { seat: seatOf, level, flags } = records.orders
  const { lastSeq, trades, volumeHigh, volumeLow, lastFeeAt, qualifiedAt } = records.owners
  const { feesHigh, feesLow } = records.purses
  const { owner: ownerOf, base, quote } = records.seats
  const { quantity: levelQuantity } = records.levels
  const { numbers, begin, setWords } = log
  const { postFree, postHeld, done } = ledger
  const { sells, isMarket, getsInto, filledOf, allows } = facts

  /** At the maker's price. */
  function trade(book: Book, maker: OrderHandle, taker: OrderHandle, atPrice: number, lots: number): void {
    const total = atPrice * lots * book.tickLot
    const makerFee = feeOf(book, maker, lots, total, makerRate[maker]!)
    const takerFee = feeOf(book, taker, lots, total, takerRate[taker]!)
    assert(makerFee >= 0 && takerFee >= 0, 'a fee is not negative')
    assert(allows(maker, atPrice) && allows(taker, atPrice), 'both limits allow the price')
    const at = level[maker]!
    assert(at !== NONE && lots > 0 && lots <= levelQuantity[at]!, 'a trade fills no more than the level has')
    levelQuantity[at]! -= lots
    now.lastTrade += 1
    const slot = begin(KINDS.traded, flags[taker]! & SELL, book.number, 15)
    numbers[slot] = now.lastTrade
    numbers[slot + 1] = atPrice
    numbers[slot + 2] = lots
    const volume = inUsdt(book, total)
    fill(book, slot + 3, maker, lots, total, makerFee, volume)
    fill(book, slot + 9, taker, lots, total, takerFee, volume)
    book.setLastPrice(atPrice, now.at)
    if (sells(taker)) settle(book, maker, taker, lots, total, makerFee, takerFee)
    else settle(book, taker, maker, lots, total, takerFee, makerFee)
    done()
  }

  /** One leg, in six slots: the order, its owner, the fee of the trade, and its quantity, total and fee so far. */
  function fill(
    book: Book,
    slot: number,
    order: OrderHandle,
    lots: number,
    total: number,
    charged: number,
    volume: number,
  ): void {
    left[order]! -= lots
    filledTotal[order]! += total
    fee[order]! += charged
    updatedAt[order] = now.at
    const owner = ownerOf[seatOf[order]!]!
    lastSeq[owner] = now.seq
    numbers[slot] = id[order]!
    setWords(slot + 1, owner, 0)
    numbers[slot + 2] = charged
    numbers[slot + 3] = filledOf(order)
    numbers[slot + 4] = filledTotal[order]!
    numbers[slot + 5] = fee[order]!
    count(book, order, owner, volume, charged)
  }

  /** The buyer gets back what a limit price above that of the trade had reserved. */
  function settle(
    book: Book,
    buyer: OrderHandle,
    seller: OrderHandle,
    lots: number,
    total: number,
    buyerFee: number,
    sellerFee: number,
  ): void {
    const amount = lots * book.lot
    const [buys, sold] = [seatOf[buyer]!, seatOf[seller]!]
    if (isMarket(seller)) postFree(base[sold]!, -amount, BASE)
    else postHeld(base[sold]!, -amount, BASE)
    postFree(base[buys]!, amount - buyerFee, BASE)
    postFree(book.baseFees, buyerFee, BASE)
    postFree(quote[sold]!, total - sellerFee, QUOTE)
    postFree(book.quoteFees, sellerFee, QUOTE)
    if (isMarket(buyer)) {
      postFree(quote[buys]!, -total, QUOTE)
      return
    }
    const reserved = price[buyer]! * lots * book.tickLot
    postHeld(quote[buys]!, -reserved, QUOTE)
    if (reserved > total) postFree(quote[buys]!, reserved - total, QUOTE)
  }

  /** Commissions, tasks and tiers are computed from it. */
  function count(book: Book, order: OrderHandle, owner: OwnerHandle, volume: number, charged: number): void {
    trades[owner]! += 1
    addVolume(owner, volume)
    if (qualifiedAt[owner] === 0 && inUsdt(book, filledTotal[order]!) >= QUALIFYING_VOLUME) qualifiedAt[owner] = now.at
    if (charged === 0) return
    lastFeeAt[owner] = now.at
    addFee(getsInto(order), charged)
  }

  function addVolume(owner: OwnerHandle, volume: number): void {
    const sum = volumeLow[owner]! + volume
    if (sum >= RANGE) volumeHigh[owner]! += 1
    volumeLow[owner] = sum >= RANGE ? sum - RANGE : sum
  }

  function addFee(purse: PurseHandle, charged: number): void {
    const sum = feesLow[purse]! + charged
    if (sum >= RANGE) feesHigh[purse]! += 1
    feesLow[purse] = sum >= RANGE ? sum - RANGE : sum
  }

  /** Cumulative over the order, so that small fills cost what one large fill costs, and rounded up once over all of it. */
  function feeOf(book: Book, order: OrderHandle, lots: number, total: number, rate: number): number {
    const received = sells(order)
      ? filledTotal[order]! + total - taken[order]!
      : (filledOf(order) + lots - taken[order]!) * book.lot
    return shareUp(received, rate) - (fee[order]! - takenFee[order]!)
  }

  return trade
}
