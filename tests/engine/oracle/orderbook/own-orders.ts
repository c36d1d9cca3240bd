/** The open orders of a trader: linked, counted for each pair, and found by their client ids. */

import type { PairId } from '../../../../src/contract/ids.ts'
import { assert } from '../../../../src/engine/assert.ts'
import type { Order, Trader } from './order.ts'

/** Adds an order as the newest one. */
export function addOwn(order: Order): void {
  const { trader, clientId, pair } = order
  order.older = trader.newest
  if (trader.newest === undefined) trader.oldest = order
  else trader.newest.newer = order
  trader.newest = order
  trader.open += 1
  trader.openIn ??= new Map()
  trader.openIn.set(pair, openIn(trader, pair) + 1)
  if (clientId === null) return
  trader.byClientId ??= new Map()
  trader.byClientId.set(clientId, order)
}

export function removeOwn(order: Order): void {
  const { trader, clientId, pair, older, newer } = order
  assert((older === undefined ? trader.oldest : older.newer) === order, 'an open order belongs to its trader')
  if (older === undefined) trader.oldest = newer
  else older.newer = newer
  if (newer === undefined) trader.newest = older
  else newer.older = older
  order.older = undefined
  order.newer = undefined
  trader.open -= 1
  const left = openIn(trader, pair) - 1
  if (left === 0) trader.openIn?.delete(pair)
  else trader.openIn?.set(pair, left)
  if (clientId !== null) trader.byClientId?.delete(clientId)
}

/** How many open orders the trader has in the pair. */
export const openIn = (trader: Trader, pair: PairId): number => trader.openIn?.get(pair) ?? 0

/** Oldest first. A copy, because they may close while they are read. */
export function ownOrders(trader: Trader | undefined): readonly Order[] {
  const orders: Order[] = []
  for (let order = trader?.oldest; order !== undefined; order = order.newer) orders.push(order)
  return orders
}
