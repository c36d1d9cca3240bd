/**
 * The messages of a batch for each affected user: balances, then orders, each with its complete state, then whether the
 * profile is to be loaded again. They are built from the user's own data; data of the counterparty is never included. Points are not among the balances.
 */

import { XP } from '../../contract/earn/xp.ts'
import type { CurrencyId, OrderId, UserId } from '../../contract/ids.ts'
import type { FillView } from '../../contract/orders/views.ts'
import type { ServerMessage } from '../../contract/socket.ts'
import { expectDefined } from '../../engine/assert.ts'
import {
  currencyOf,
  type Event,
  isConversionLeg,
  marketOf,
  type Order,
  orderOf,
  type State,
  type Traded,
} from '../../engine/exchange.ts'
import { orderFacts } from '../orders/order-facts.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'
import { balanceView } from '../wire/assets.ts'
import { fillView, orderView } from '../wire/order.ts'

type Changes = {
  readonly currencies: Set<CurrencyId>
  readonly orders: Map<OrderId, FillView | undefined>
  isFreezeChanged: boolean
}

/** Only for connected users. */
export function userMessages(
  state: State,
  portfolio: Portfolio,
  batch: readonly ExecutedCommand[],
  isConnected: (user: UserId) => boolean,
): Map<UserId, ServerMessage[]> {
  const changes = new Map<UserId, Changes>()
  const changesOf = (user: UserId): Changes | undefined => {
    if (!isConnected(user)) return undefined
    let found = changes.get(user)
    if (found === undefined) {
      found = { currencies: new Set(), orders: new Map(), isFreezeChanged: false }
      changes.set(user, found)
    }
    return found
  }
  const closed = new Map<OrderId, Order>()
  for (const { outcome } of batch) {
    for (const order of outcome.closed) closed.set(order.id, order)
    for (const event of outcome.events) collect(state, event, changesOf)
  }
  return new Map([...changes].map(([user, each]) => [user, messagesOf(state, portfolio, user, each, closed)]))
}

function collect(state: State, event: Event, changesOf: (user: UserId) => Changes | undefined): void {
  if ('postings' in event)
    for (const { owner, currency } of event.postings)
      if (currency !== XP.id) changesOf(owner as UserId)?.currencies.add(currency)
  if ((event.type === 'order-opened' || event.type === 'order-closed') && !isConversionLeg(event.order)) {
    const orders = changesOf(event.user)?.orders
    orders?.set(event.order, orders.get(event.order))
  }
  if (event.type === 'account-frozen' || event.type === 'account-unfrozen') {
    const changes = changesOf(event.user)
    if (changes !== undefined) changes.isFreezeChanged = true
  }
  if (event.type === 'traded') {
    changesOf(event.maker.user)?.orders.set(event.maker.order, fillOf(state, event, true))
    if (!isConversionLeg(event.taker.order))
      changesOf(event.taker.user)?.orders.set(event.taker.order, fillOf(state, event, false))
  }
}

function fillOf(state: State, trade: Traded, isMaker: boolean): FillView {
  const { pair } = expectDefined(marketOf(state, trade.pair), 'a trade has a market')
  return fillView(pair, trade, isMaker ? trade.maker : trade.taker, isMaker)
}

function messagesOf(
  state: State,
  portfolio: Portfolio,
  user: UserId,
  changes: Changes,
  closed: ReadonlyMap<OrderId, Order>,
): ServerMessage[] {
  const messages: ServerMessage[] = []
  for (const id of changes.currencies) {
    const currency = expectDefined(currencyOf(state, id), 'the currency of a posting is listed')
    messages.push({ type: 'balance_change', data: balanceView(state, portfolio, user, currency) })
  }
  for (const [id, fill] of changes.orders) {
    const order = expectDefined(orderOf(state, id) ?? closed.get(id), 'an order is open or was closed in this batch')
    const view = orderView(orderFacts(state, order))
    messages.push({ type: 'order_update', data: fill === undefined ? view : { ...view, last_fill: fill } })
  }
  if (changes.isFreezeChanged) messages.push({ type: 'profile_update' })
  return messages
}
