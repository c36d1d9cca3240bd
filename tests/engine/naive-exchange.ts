/**
 * The same exchange as a list of orders and a list of payments: obviously correct rather than fast. It shares only the
 * types of the contract with the engine. Balances are recomputed from the payments each time.
 */

import type { Side } from '../../src/contract/markets/side.ts'
import type { OrderTerms } from '../../src/contract/orders/order-terms.ts'

export type NaiveOrder = {
  id: number
  user: string
  side: Side
  terms: OrderTerms
  filled: number
  /** Received and charged so far, separately as a taker and as a maker. */
  taken: { received: bigint; charged: bigint }
  made: { received: bigint; charged: bigint }
  spent: bigint
  open: boolean
}
type Payment = { user: string; coin: Coin; amount: bigint }
type Coin = 'base' | 'quote'

/** A lot in units, and the cost of a lot at a price of one: odd, so that fees have remainders. */
export const LOT = 1_000_003n
const MILLION = 1_000_000n
export const FEES = { made: 1_000, taken: 2_003 } as const

export class NaiveExchange {
  readonly orders: NaiveOrder[] = []
  readonly #payments: Payment[] = []
  #seq = 0
  last = 100

  /** Keeps order ids equal to those of the engine. */
  at(seq: number): this {
    this.#seq = seq
    return this
  }

  give(user: string, coin: Coin, amount: bigint): void {
    this.#pay(user, coin, amount)
  }

  owns(user: string, coin: Coin): bigint {
    return sum(this.#payments.filter((each) => each.user === user && each.coin === coin).map(({ amount }) => amount))
  }

  held(user: string, coin: Coin): bigint {
    const mine = this.orders.filter((order) => order.open && order.user === user && order.terms.type === 'limit')
    return sum(mine.filter((order) => spends(order.side) === coin).map((order) => this.#hold(order)))
  }

  free = (user: string, coin: Coin): bigint => this.owns(user, coin) - this.held(user, coin)

  resting(side: Side): NaiveOrder[] {
    const better = (a: number, b: number) => (side === 'buy' ? b - a : a - b)
    return this.orders
      .filter((order) => order.open && order.side === side)
      .sort((a, b) => better(priceOf(a), priceOf(b)) || a.id - b.id)
  }

  cancel(user: string, id: number): string {
    const order = this.orders.find((each) => each.id === id && each.user === user && each.open)
    if (order === undefined) return 'ORDER_NOT_FOUND'
    order.open = false
    return 'cancelled 1'
  }

  cancelAll(user: string): string {
    const mine = this.orders.filter((order) => order.open && order.user === user)
    for (const order of mine) order.open = false
    return `cancelled ${mine.length}`
  }

  place(user: string, side: Side, terms: OrderTerms): string {
    const others = this.resting(side === 'buy' ? 'sell' : 'buy').filter((order) => order.user !== user)
    const best = others[0] && priceOf(others[0])
    const no = this.#refusal(user, side, terms, others, best)
    if (no !== undefined) return no
    const nothing = () => ({ received: 0n, charged: 0n })
    const [taken, made] = [nothing(), nothing()]
    const order = { id: this.#seq, user, side, terms, filled: 0, taken, made, spent: 0n, open: true }
    this.orders.push(order)
    const end = this.#match(order, best)
    if (end === 'filled') order.open = false
    else if (!(terms.type === 'limit' && terms.timeInForce === 'GTC')) order.open = false
    const state = end === 'filled' ? 'filled' : order.open ? 'open' : 'expired'
    return order.filled > 0 ? `${state} ${order.filled}` : state
  }

  #refusal(
    user: string,
    side: Side,
    terms: OrderTerms,
    others: NaiveOrder[],
    best: number | undefined,
  ): string | undefined {
    const total = totalOf(terms, best ?? this.last)
    if (terms.type === 'limit' && side === 'buy' && terms.price > this.last * 1.5) return 'PRICE_BAND'
    if (terms.type === 'limit' && side === 'sell' && terms.price < this.last * 0.5) return 'PRICE_BAND'
    if ('quantity' in terms && terms.quantity > 1_000) return 'MAX_AMOUNT'
    if (total < LOT) return 'MIN_NOTIONAL'
    if (total > 50_000n * LOT) return 'MAX_NOTIONAL'
    if (this.free(user, spends(side)) < this.#need(side, terms, best)) return 'INSUFFICIENT_BALANCE'
    if (terms.type === 'market') {
      if (best === undefined) return 'NO_LIQUIDITY'
      return terms.by === 'total' && terms.total < BigInt(best) * LOT ? 'MIN_AMOUNT' : undefined
    }
    if (terms.timeInForce === 'GTC' && this.orders.filter((each) => each.open && each.user === user).length >= 100)
      return 'MAX_OPEN_ORDERS'
    const facing = this.resting(side === 'buy' ? 'sell' : 'buy')[0]
    if (terms.postOnly && facing && reaches(side, terms.price, priceOf(facing))) return 'POST_ONLY_WOULD_TAKE'
    const within = others.filter((order) => reaches(side, terms.price, priceOf(order)))
    const there = within.reduce((all, order) => all + left(order), 0)
    return terms.timeInForce === 'FOK' && there < terms.quantity ? 'FOK_NOT_FILLABLE' : undefined
  }

  #need(side: Side, terms: OrderTerms, best: number | undefined): bigint {
    if (side === 'sell') return 'quantity' in terms ? BigInt(terms.quantity) * LOT : LOT
    if (terms.type === 'limit') return BigInt(terms.price) * BigInt(terms.quantity) * LOT
    return terms.by === 'total' ? terms.total : BigInt(best ?? 0) * LOT
  }

  #match(taker: NaiveOrder, best: number | undefined): 'filled' | 'stopped' {
    const { terms, side } = taker
    let last = best ?? 0
    for (;;) {
      const maker = this.resting(side === 'buy' ? 'sell' : 'buy')[0]
      const price = maker && priceOf(maker)
      const isInReach = price !== undefined && this.#isWithin(taker, price, best)
      const wanted =
        'quantity' in terms ? terms.quantity - taker.filled : lots(terms.total - taker.spent, isInReach ? price : last)
      if (wanted === 0) return 'filled'
      if (maker === undefined || price === undefined || !isInReach) return 'stopped'
      const possible = Math.min(wanted, this.#affordable(taker, price))
      if (possible === 0) return 'stopped'
      if (maker.user === taker.user) {
        maker.open = false
        continue
      }
      this.#trade(maker, taker, price, Math.min(possible, left(maker)))
      last = price
    }
  }

  #isWithin({ terms, side }: NaiveOrder, price: number, best: number | undefined): boolean {
    return terms.type === 'limit'
      ? reaches(side, terms.price, price)
      : !isBeyond(side, price, best ?? 0, terms.slippage)
  }

  #affordable({ user, side, terms }: NaiveOrder, price: number): number {
    if (terms.type === 'limit') return Number.POSITIVE_INFINITY
    return lots(this.free(user, spends(side)), side === 'buy' ? price : 1)
  }

  #trade(maker: NaiveOrder, taker: NaiveOrder, price: number, quantity: number): void {
    const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker]
    const [amount, total] = [BigInt(quantity) * LOT, BigInt(quantity) * BigInt(price) * LOT]
    this.#pay(seller.user, 'base', -amount)
    this.#pay(buyer.user, 'quote', -total)
    this.#receive(buyer, 'base', amount, buyer === maker ? 'made' : 'taken')
    this.#receive(seller, 'quote', total, seller === maker ? 'made' : 'taken')
    for (const order of [maker, taker]) {
      order.filled += quantity
      order.spent += total
    }
    if (left(maker) === 0) maker.open = false
    this.last = price
  }

  #receive(order: NaiveOrder, coin: Coin, amount: bigint, how: 'taken' | 'made'): void {
    const part = order[how]
    part.received += amount
    const share = part.received * BigInt(FEES[how])
    const due = share / MILLION + (share % MILLION > 0n ? 1n : 0n)
    this.#pay(order.user, coin, amount - (due - part.charged))
    this.#pay('fees', coin, due - part.charged)
    part.charged = due
  }

  #pay(user: string, coin: Coin, amount: bigint): void {
    this.#payments.push({ user, coin, amount })
  }

  #hold(order: NaiveOrder): bigint {
    return BigInt(left(order)) * LOT * (order.side === 'buy' ? BigInt(priceOf(order)) : 1n)
  }
}

const spends = (side: Side): Coin => (side === 'buy' ? 'quote' : 'base')
const left = ({ terms, filled }: NaiveOrder): number => ('quantity' in terms ? terms.quantity - filled : 0)
const priceOf = ({ terms }: NaiveOrder): number => (terms.type === 'limit' ? terms.price : 0)
const reaches = (side: Side, limit: number, price: number): boolean =>
  side === 'buy' ? price <= limit : price >= limit
const lots = (amount: bigint, price: number): number => Number(amount / (BigInt(price) * LOT))
const sum = (amounts: bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n)

function totalOf(terms: OrderTerms, marketPrice: number): bigint {
  if (terms.type === 'limit') return BigInt(terms.price) * BigInt(terms.quantity) * LOT
  return terms.by === 'total' ? terms.total : BigInt(marketPrice) * BigInt(terms.quantity) * LOT
}

/** Further from the best price than the slippage limit allows, without a division. */
function isBeyond(side: Side, price: number, best: number, slippage: number): boolean {
  const away = side === 'buy' ? price - best : best - price
  return away * 1_000_000 > best * slippage
}
