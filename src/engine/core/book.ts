/** The book of a listed pair with its rules as plain numbers of the smallest amounts. Few, so they are objects. */

import type { Millis, PairId } from '../../contract/ids.ts'
import { type Pair, smallestOf } from '../../contract/markets/instruments.ts'
import type { Ticks } from '../../contract/money.ts'
import { expectDefined } from '../assert.ts'
import type { Market } from '../instruments/state.ts'
import { shareDown, shareUp } from './amounts.ts'
import type { Ledger } from './ledger.ts'
import type { Owners } from './owners.ts'
import type { PurseHandle, Records } from './records.ts'
import { BookSide } from './side.ts'

const MILLION = 1_000_000

export class Book {
  readonly market: Market
  /** Its place among the books. */
  readonly number: number
  readonly base: number
  readonly quote: number
  /** In the smallest amounts of the base and of the quote currency. */
  readonly lot: number
  readonly tickLot: number
  /** What the house has of fees in both. */
  readonly baseFees: PurseHandle
  readonly quoteFees: PurseHandle
  readonly buys: BookSide
  readonly sells: BookSide
  minNotional = 0
  maxNotional = 0
  band = 0
  /** The lowest price of a sell and the highest of a buy. */
  lowest = 0
  highest = 0
  #pair: Pair | undefined
  #lastPrice: Ticks | undefined

  constructor(records: Records, market: Market, number: number, baseFees: PurseHandle, quoteFees: PurseHandle) {
    const { base, quote, lot, tickLot } = market.pair
    this.market = market
    this.number = number
    this.base = base.id
    this.quote = quote.id
    this.lot = Number(lot / smallestOf(base))
    this.tickLot = Number(tickLot / smallestOf(quote))
    this.baseFees = baseFees
    this.quoteFees = quoteFees
    this.buys = new BookSide(records, 1)
    this.sells = new BookSide(records, -1)
  }

  /** Before an order is looked at: rules and price change in the market, seldom. */
  refresh(): void {
    const { pair, lastPrice } = this.market
    if (pair === this.#pair && lastPrice === this.#lastPrice) return
    if (pair !== this.#pair) this.#setRules(pair)
    const { band } = this
    this.lowest = shareUp(lastPrice, MILLION - band)
    this.highest = shareDown(lastPrice, MILLION + band)
    this.#lastPrice = lastPrice
  }

  setLastPrice(price: number, at: Millis): void {
    this.market.lastPrice = price as Ticks
    this.market.lastTradeAt = at
  }

  #setRules(pair: Pair): void {
    const { minNotional, maxNotional, band } = pair.rules
    const smallest = smallestOf(pair.quote)
    this.minNotional = Number(minNotional / smallest)
    this.maxNotional = Number(maxNotional / smallest)
    this.band = band
    this.#pair = pair
  }
}

export type Books = ReturnType<typeof openBooks>

/** The books of all listed pairs. */
export function openBooks(records: Records, ledger: Ledger, owners: Owners) {
  /** By their numbers. */
  const all: Book[] = []
  const byPair = new Map<PairId, Book>()

  function list(market: Market): void {
    const { id, base, quote } = market.pair
    const fees = owners.handleOf('fees')
    const book = new Book(records, market, all.length, ledger.purseOf(fees, base.id), ledger.purseOf(fees, quote.id))
    all.push(book)
    byPair.set(id, book)
  }

  const find = (pair: PairId): Book | undefined => byPair.get(pair)
  const listed = (pair: PairId): Book => expectDefined(byPair.get(pair), 'the pair is listed')

  return { all: all as readonly Book[], list, find, listed }
}
