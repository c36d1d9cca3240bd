/** A market maker that keeps a ladder of orders on both sides of a price. Returns its next commands. */

import type { UserId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Lots, Ticks } from '../../contract/money.ts'
import { limitPrice } from '../../contract/orders/order-terms.ts'
import type { Command, Order } from '../../engine/exchange.ts'

const LEVELS = 27
const MAX_LEVELS = LEVELS + 3
/** Distance of the best orders from the price; each further level is `LEVEL_STEP` further away, and growing. */
const HALF_SPREAD = 0.00004
const LEVEL_STEP = 0.00008
const LEVEL_NOTIONAL = 6_000

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

/** A few commands that move the orders toward the ladder at this price. */
export function adjust(maker: Maker, price: Ticks, orders: readonly Order[]): Command[] {
  return (['buy', 'sell'] as const).flatMap((side) => adjustSide(maker, side, price, ofSide(orders, side)))
}

function adjustSide(maker: Maker, side: Side, price: Ticks, best: readonly Order[]): Command[] {
  const inner = levelPrice(side, price, 0)
  const tooNear = best.filter((order) => isNearer(side, priceOf(order), inner))
  if (tooNear.length > 0) return tooNear.slice(0, 2).map((order) => cancel(maker, order))
  const [first, last] = [best[0], best[best.length - 1]]
  if (first === undefined || last === undefined) return [quote(maker, side, inner, 0)]
  if (best.length > MAX_LEVELS) return [cancel(maker, last)]
  if (isNearer(side, levelPrice(side, price, 1), priceOf(first))) return [quote(maker, side, inner, 0)]
  if (best.length < LEVELS)
    return [quote(maker, side, beyond(side, stepFrom(side, priceOf(last)), priceOf(last)), best.length)]
  return []
}

const ofSide = (orders: readonly Order[], side: Side): Order[] =>
  orders.filter((order) => order.side === side).sort((a, b) => (isNearer(side, priceOf(a), priceOf(b)) ? -1 : 1))

const priceOf = ({ terms }: Order): Ticks => limitPrice(terms) ?? (0 as Ticks)

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
  const notional = LEVEL_NOTIONAL * (0.15 + next() * 1.2) * (1 + level / 8)
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
