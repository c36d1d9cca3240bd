/** Orders and books as objects, for readers and for the debugger. */

import type { Millis, OrderId, PairId, UserId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Lots, Ppm, Ticks, Units } from '../../contract/money.ts'
import type { OrderTerms } from '../../contract/orders/order-terms.ts'
import type { CloseReason } from '../orders/events.ts'
import type { Books } from './book.ts'
import type { OrderTable } from './order-table.ts'
import type { OwnOrders } from './own-orders.ts'
import type { Owners } from './owners.ts'
import { type LevelHandle, NONE, type OrderHandle, type Records } from './records.ts'
import type { BookSide } from './side.ts'
import { sideOf, termsIn, unitsOf } from './terms.ts'

/** A copy: the next command does not change it. */
export type OrderView = {
  readonly id: OrderId
  readonly user: UserId
  readonly clientId: string | null
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
  /** The ordered quantity; zero for a market order by total. */
  readonly quantity: Lots
  readonly filled: Lots
  readonly filledTotal: Units
  /** Charged so far, in the currency that the order receives. */
  readonly fee: Units
  /** The fee rates when the order was opened. */
  readonly makerFee: Ppm
  readonly takerFee: Ppm
  readonly openedAt: Millis
  readonly updatedAt: Millis
  /** Undefined while it is open. */
  readonly closed: CloseReason | undefined
}

/** The numbers of an order, from its record or from the log. */
type OrderNumbers = Pick<OrderView, 'user' | 'clientId' | 'openedAt' | 'updatedAt' | 'closed'> & {
  readonly id: number
  readonly pair: Pair
  readonly flags: number
  readonly price: number
  readonly quantity: number
  readonly left: number
  readonly filledTotal: number
  readonly fee: number
  readonly makerRate: number
  readonly takerRate: number
  readonly slippage: number
}

export function orderView(order: OrderNumbers): OrderView {
  const { pair, flags, price, quantity, slippage } = order
  const side = sideOf(flags)
  return {
    id: order.id as OrderId,
    user: order.user,
    clientId: order.clientId,
    pair: pair.id,
    side,
    terms: termsIn(pair, flags, price, quantity, slippage),
    quantity: quantity as Lots,
    filled: (quantity - order.left) as Lots,
    filledTotal: unitsOf(pair.quote, order.filledTotal),
    fee: unitsOf(side === 'buy' ? pair.base : pair.quote, order.fee),
    makerFee: order.makerRate,
    takerFee: order.takerRate,
    openedAt: order.openedAt,
    updatedAt: order.updatedAt,
    closed: order.closed,
  }
}

type Deps = {
  readonly records: Records
  readonly owners: Owners
  readonly own: OwnOrders
  readonly table: OrderTable
  readonly books: Books
}

export type Views = ReturnType<typeof openViews>

export function openViews({ records, owners, own, table, books }: Deps) {
  const { orders, seats, levels } = records
  const { oldest } = records.owners

  function orderOf(order: OrderHandle): OrderView {
    const seat = orders.seat[order]!
    return orderView({
      id: orders.id[order]!,
      user: owners.nameOf(seats.owner[seat]!) as UserId,
      clientId: own.clientIdOf(order),
      pair: books.all[seats.book[seat]!]!.market.pair,
      flags: orders.flags[order]!,
      price: orders.price[order]!,
      quantity: orders.quantity[order]!,
      left: orders.left[order]!,
      filledTotal: orders.filledTotal[order]!,
      fee: orders.fee[order]!,
      makerRate: orders.makerRate[order]!,
      takerRate: orders.takerRate[order]!,
      slippage: orders.slippage[order]!,
      openedAt: orders.openedAt[order]!,
      updatedAt: orders.updatedAt[order]!,
      closed: undefined,
    })
  }

  function findOrder(id: OrderId): OrderView | undefined {
    const order = table.find(id)
    return order === NONE ? undefined : orderOf(order)
  }

  function findByClientId(user: UserId, clientId: string): OrderView | undefined {
    const owner = owners.find(user)
    const order = owner === NONE ? NONE : own.findByClientId(owner, clientId)
    return order === NONE ? undefined : orderOf(order)
  }

  /** Oldest first. */
  function* openOrdersOf(user: UserId): Generator<OrderView> {
    const owner = owners.find(user)
    if (owner === NONE) return
    for (let order = oldest[owner]!; order !== NONE; order = orders.newer[order]!) yield orderOf(order)
  }

  /** All handles of open orders in the order of their ids. */
  function openHandles(): OrderHandle[] {
    const open: OrderHandle[] = []
    for (const order of orders.handles.ever()) if (table.find(orders.id[order]!) === order) open.push(order)
    return open.sort((one, other) => orders.id[one]! - orders.id[other]!)
  }

  function* openOrders(): Generator<OrderView> {
    for (const order of openHandles()) yield orderOf(order)
  }

  /** The levels of a side, best first. */
  function* levelsOf(pair: PairId, side: Side) {
    for (const level of sideIn(pair, side).levels()) yield levelOf(level)
  }

  /** The levels of a side, each with the ids of its queue. */
  function* queuesOf(pair: PairId, side: Side) {
    for (const level of sideIn(pair, side).levels()) {
      const queue: OrderId[] = []
      for (let order = levels.first[level]!; order !== NONE; order = orders.behind[order]!)
        queue.push(orders.id[order] as OrderId)
      yield { ...levelOf(level), queue }
    }
  }

  const levelOf = (level: LevelHandle) => ({
    price: levels.price[level] as Ticks,
    quantity: levels.quantity[level] as Lots,
  })

  function sideIn(pair: PairId, side: Side): BookSide {
    const { buys, sells } = books.listed(pair)
    return side === 'buy' ? buys : sells
  }

  const orderCount = (pair: PairId, side: Side): number => sideIn(pair, side).count

  return {
    orderOf,
    findOrder,
    findByClientId,
    openOrdersOf,
    openHandles,
    openOrders,
    levelsOf,
    queuesOf,
    orderCount,
    sideIn,
  }
}
