/** A market maker that keeps a ladder of orders on both sides of a price. Returns its next commands. */

import type { UserId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Lots, Ticks } from '../../contract/money.ts'
import { limitPrice } from '../../contract/orders/order-terms.ts'
import type { Command, Order } from '../../engine/exchange.ts'
import { meanTrade } from './market-character.ts'

const LEVELS = 27
const MAX_LEVELS = LEVELS + 3
/** Distance of the best orders from the price; each further level is `LEVEL_STEP` further away, and growing. */
const HALF_SPREAD = 0.00004
const LEVEL_STEP = 0.00008
const LEAST_NOTIONAL = 6_000
/** The trades of so many seconds are as large as a level. */
const LEVEL_SECONDS = 30
/** Of a side, in one round: a fast move makes many orders too near. */
const MOST_CANCELS = 6
const LEAST_QUOTES = 2

type Maker = { readonly user: UserId; readonly pair: Pair; readonly next: () => number }

/** The whole ladder, for a book without its orders. */
export function ladder(maker: Maker, price: Ticks): Command[] {
  return (['buy', 'sell'] as const).flatMap((side) => {
    let last = price
    return Array.from({ length: LEVELS }, (_, level) => {
      last = beyond(side, levelPrice(side, price, level), last)
      return quote(maker, side, last, level)
    })
  })
}

/**
 * A few commands that move the orders toward the ladder at this price. A side gets at least as many orders as it loses, so
 * that it is never empty. Both sides cancel first: an order never meets those of the other side that are still to go.
 */
export function adjust(maker: Maker, price: Ticks, orders: readonly Order[]): Command[] {
  const sides = (['buy', 'sell'] as const).map((side) => adjustSide(maker, side, price, ofSide(orders, side)))
  return [...sides.flatMap(({ cancels }) => cancels), ...sides.flatMap(({ quotes }) => quotes)]
}

type Adjusted = { readonly cancels: readonly Command[]; readonly quotes: readonly Command[] }

/** `orders`: best first. */
function adjustSide(maker: Maker, side: Side, price: Ticks, orders: readonly Order[]): Adjusted {
  const inner = levelPrice(side, price, 0)
  const tooNear = orders.filter((order) => isNearer(side, priceAt(order), inner))
  const kept = orders.slice(tooNear.length)
  const [gone, surplus] = [tooNear.slice(0, MOST_CANCELS), kept.slice(MAX_LEVELS)]
  const most = Math.max(LEAST_QUOTES, gone.length)
  const prices = gapBefore(kept[0], side, price, most)
  const end = kept.at(-1)
  let last = end === undefined ? (prices.at(-1) ?? inner) : priceAt(end)
  while (prices.length < most && kept.length + prices.length < LEVELS) {
    last = beyond(side, stepFrom(side, last), last)
    prices.push(last)
  }
  return {
    cancels: [...gone, ...surplus].map((order) => cancel(maker, order)),
    quotes: prices.map((at, index) => quote(maker, side, at, index)),
  }
}

/** The prices of the levels between the reference price and the best order, at most so many: half a level is no gap. */
function gapBefore(best: Order | undefined, side: Side, price: Ticks, most: number): Ticks[] {
  const prices: Ticks[] = []
  const isBeforeBest = (at: Ticks): boolean => best === undefined || isNearer(side, at, priceAt(best))
  for (let level = 0; prices.length < most; level++) {
    const [wanted, before] = [levelPrice(side, price, level), prices.at(-1)]
    const at = before === undefined ? wanted : beyond(side, wanted, before)
    if (!isBeforeBest(at) || !isBeforeBest(levelPrice(side, price, level + 0.5))) break
    prices.push(at)
  }
  return prices
}

const ofSide = (orders: readonly Order[], side: Side): Order[] =>
  orders.filter((order) => order.side === side).sort((a, b) => (isNearer(side, priceAt(a), priceAt(b)) ? -1 : 1))

const priceAt = ({ terms }: Order): Ticks => limitPrice(terms) ?? (0 as Ticks)

/** Closer to the other side of the book. */
const isNearer = (side: Side, a: Ticks, b: Ticks): boolean => (side === 'buy' ? a > b : a < b)

/** At least one tick further from the price than `last`. */
const beyond = (side: Side, wanted: Ticks, last: Ticks): Ticks =>
  Math.max(1, side === 'buy' ? Math.min(wanted, last - 1) : Math.max(wanted, last + 1)) as Ticks

const stepFrom = (side: Side, price: Ticks): Ticks => away(side, price, 2 * LEVEL_STEP)
const levelPrice = (side: Side, price: Ticks, level: number): Ticks =>
  away(side, price, HALF_SPREAD + level * LEVEL_STEP * (1 + level / 40))

const away = (side: Side, price: Ticks, share: number): Ticks =>
  (side === 'buy' ? Math.floor(price * (1 - share)) : Math.ceil(price * (1 + share))) as Ticks

function quote({ user, pair, next }: Maker, side: Side, price: Ticks, level: number): Command {
  const mean = Math.max(LEAST_NOTIONAL, meanTrade(pair, LEVEL_SECONDS))
  const notional = mean * (0.15 + next() * 1.2) * (1 + level / 8)
  const terms = {
    type: 'limit',
    price,
    quantity: lotsFor(pair, price, notional),
    timeInForce: 'GTC',
    postOnly: true,
  } as const
  return { type: 'place-order', user, clientId: null, pair: pair.id, side, terms }
}

/** The quantity for about this amount of the quote currency, in whole lots. */
export const lotsFor = (pair: Pair, price: Ticks, notional: number): Lots =>
  Math.max(1, Math.round((notional * 1e8) / (price * Number(pair.tickLot)))) as Lots

const cancel = ({ user }: Maker, { id: order }: Order): Command => ({ type: 'cancel-order', user, order })
