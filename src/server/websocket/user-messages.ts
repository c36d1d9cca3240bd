/**
 * What a batch means to each of its owners: new balances, then orders, each as a whole state. Built field by field
 * from what the owner may see; a trade's other party is never passed through.
 */

import type { CurrencyId, OrderId, UserId } from '../../contract/ids.ts'
import type { ServerMessage } from '../../contract/socket.ts'
import type { FillView } from '../../contract/views.ts'
import { known } from '../../engine/assert.ts'
import type { Event, Traded } from '../../engine/events.ts'
import type { Order } from '../../engine/orders/order.ts'
import type { State } from '../../engine/state.ts'
import type { Done } from '../core/carry-out.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import { balanceView } from '../say/assets.ts'
import { factsOf, fillView, orderView } from '../say/order.ts'

type Changes = { readonly currencies: Set<CurrencyId>; readonly orders: Map<OrderId, FillView | undefined> }

/** Only for users who are listening: building news costs more than dropping it. */
export function privateNews(
  state: State,
  portfolio: Portfolio,
  batch: readonly Done[],
  isListening: (user: UserId) => boolean,
): Map<UserId, ServerMessage[]> {
  const changes = new Map<UserId, Changes>()
  const changesOf = (user: UserId): Changes | undefined => {
    if (!isListening(user)) return undefined
    let found = changes.get(user)
    if (found === undefined) {
      found = { currencies: new Set(), orders: new Map() }
      changes.set(user, found)
    }
    return found
  }
  const closed = new Map<OrderId, Order>()
  for (const { outcome } of batch) {
    for (const order of outcome.closed) closed.set(order.id, order)
    for (const event of outcome.events) note(state, event, changesOf)
  }
  return new Map([...changes].map(([user, each]) => [user, messages(state, portfolio, user, each, closed)]))
}

function note(state: State, event: Event, changesOf: (user: UserId) => Changes | undefined): void {
  if ('postings' in event) for (const { owner, currency } of event.postings) changesOf(owner)?.currencies.add(currency)
  if (event.type === 'order-opened' || event.type === 'order-closed') {
    const orders = changesOf(event.user)?.orders
    orders?.set(event.order, orders.get(event.order))
  }
  if (event.type === 'traded') {
    changesOf(event.maker.user)?.orders.set(event.maker.order, fillOf(state, event, true))
    changesOf(event.taker.user)?.orders.set(event.taker.order, fillOf(state, event, false))
  }
}

function fillOf(state: State, trade: Traded, isMaker: boolean): FillView {
  const { pair } = known(state.markets.get(trade.pair), 'a trade has a market')
  return fillView(pair, trade, isMaker ? trade.maker : trade.taker, isMaker)
}

function messages(
  state: State,
  portfolio: Portfolio,
  user: UserId,
  changes: Changes,
  closed: ReadonlyMap<OrderId, Order>,
): ServerMessage[] {
  const said: ServerMessage[] = []
  for (const id of changes.currencies) {
    const currency = known(state.currencies.get(id), 'a posting is of a listed currency')
    said.push({ type: 'balance_change', data: balanceView(state, portfolio, user, currency) })
  }
  for (const [id, fill] of changes.orders) {
    const order = known(state.orders.get(id) ?? closed.get(id), 'an order is open or was closed in this batch')
    const { pair } = known(state.markets.get(order.pair), 'an order has a market')
    const view = orderView(state.journal, pair, factsOf(order))
    said.push({ type: 'order_update', data: fill === undefined ? view : { ...view, last_fill: fill } })
  }
  return said
}
