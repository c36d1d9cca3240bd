/** Where orders are taken, from either door: the wire's words become a command, what came of it becomes a view. */

import type { Pair } from '../../contract/catalogue.ts'
import { type OrderId, orderOfUuid, type PairId, type UserId } from '../../contract/ids.ts'
import type { Lots, Ticks } from '../../contract/money.ts'
import { isRefusal, readTerms } from '../../contract/order-rules.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { FillsPage, OrderStatus, OrdersPage, OrderView, PlaceOrderBody } from '../../contract/views.ts'
import { known } from '../../engine/assert.ts'
import type { Outcome } from '../../engine/engine.ts'
import type { State } from '../../engine/state.ts'
import { Unavailable } from '../core/sequencer.ts'
import type { Database } from '../postgres/database.ts'
import { type FillFilter, fillPage } from '../projections/fills.ts'
import { type OrderFilter, orderPage, type StoredOrder, storedOrder } from '../projections/order-history.ts'
import { factsOf, type OrderFacts, orderView, userTradeView } from '../say/order.ts'
import { type History, historyIsThere } from './own-history.ts'

export type Desk = History & { readonly database: Database }

/** The order as it is right after its command; of a repeat, as it is now. */
export async function placeOrder(desk: Desk, user: UserId, body: PlaceOrderBody): Promise<OrderView | Refusal> {
  const pair = pairOf(desk, body.pair_id)
  if (pair === undefined) return refuse('PAIR_NOT_FOUND')
  const terms = readTerms(pair, body)
  if (isRefusal(terms)) return terms
  const { client_order_id: clientId, side } = body
  const command = { type: 'place-order', user, clientId, pair: pair.id, side, terms } as const
  const answer = await desk.sequencer.submit(command, (state, outcome) => {
    const given = outcome.answer
    if (given.type === 'refused') return given.refusal
    return given.type === 'order' ? (viewAfter(state, outcome, given.order) ?? given.order) : refuse('ORDER_NOT_FOUND')
  })
  return typeof answer === 'number' ? historicOrder(desk, user, answer) : answer
}

export async function cancelOrder(desk: Desk, user: UserId, uuid: string): Promise<OrderView | Refusal> {
  const { sequencer } = desk
  const journal = sequencer.glance((state) => state.journal)
  const order = journal === undefined ? undefined : orderOfUuid(journal, uuid)
  if (journal === undefined) throw new Unavailable(sequencer.trouble)
  if (order === undefined) return refuse('ORDER_NOT_FOUND')
  return sequencer.submit({ type: 'cancel-order', user, order }, (state, outcome) => {
    if (outcome.answer.type === 'refused') return outcome.answer.refusal
    return known(viewAfter(state, outcome, order), 'a cancelled order is in its outcome')
  })
}

/** How many were cancelled. */
export const cancelAll = ({ sequencer }: Desk, user: UserId, pair: PairId | null): Promise<number> =>
  sequencer.submit({ type: 'cancel-all', user, pair }, (_state, { answer }) =>
    answer.type === 'cancelled' ? answer.orders.length : 0,
  )

/** Open orders of all pairs, newest first. */
export const openOrders = ({ sequencer }: Pick<Desk, 'sequencer'>, user: UserId): Promise<OrderView[]> =>
  sequencer.read((state) => openOrderViews(state, user))

export function openOrderViews(state: State, user: UserId): OrderView[] {
  const orders = (state.accounts.get(user)?.orders ?? []).toReversed()
  return orders.map((order) => orderView(state.journal, pairIn(state, order.pair), factsOf(order)))
}

/** Open orders come from the state, so a user always sees their own; the past comes from the history. */
export async function listOrders(desk: Desk, user: UserId, filter: OrderFilter): Promise<OrdersPage> {
  const { status, pair, offset, limit } = filter
  if (status === 'open') {
    const all = (await openOrders(desk, user)).filter((order) => pair === undefined || order.pair_id === pair)
    return { orders: all.slice(offset, offset + limit), next: all.length > offset + limit }
  }
  await historyIsThere(desk, user)
  const page = await orderPage(desk.database, user, filter)
  return { orders: page.orders.map((row) => viewOfRow(desk, row)), next: page.next }
}

/** A user's own part in every trade. */
export async function listFills(desk: Desk, user: UserId, filter: FillFilter): Promise<FillsPage> {
  await historyIsThere(desk, user)
  const { fills, next } = await fillPage(desk.database, user, filter)
  const views = glance(desk, (state) =>
    fills.map((fill) => userTradeView(state.journal, pairIn(state, fill.pair_id), fill)),
  )
  return { fills: views, next }
}

async function historicOrder(desk: Desk, user: UserId, id: OrderId): Promise<OrderView | Refusal> {
  await historyIsThere(desk, user)
  const row = await storedOrder(desk.database, user, id)
  return row === undefined ? refuse('ORDER_NOT_FOUND') : viewOfRow(desk, row)
}

const pairOf = ({ sequencer }: Desk, id: PairId): Pair | undefined => {
  if (sequencer.trouble !== undefined) throw new Unavailable(sequencer.trouble)
  return sequencer.glance((state) => state.markets.get(id)?.pair)
}

const pairIn = (state: State, id: PairId): Pair => known(state.markets.get(id), 'an order has a market').pair

/** The order, if this command left it open or ended it. */
function viewAfter(state: State, { closed }: Outcome, id: OrderId): OrderView | undefined {
  const order = state.orders.get(id) ?? closed.find((each) => each.id === id)
  return order && orderView(state.journal, pairIn(state, order.pair), factsOf(order))
}

const viewOfRow = (desk: Desk, row: StoredOrder): OrderView =>
  glance(desk, (state) => orderView(state.journal, pairIn(state, row.pair_id), factsOfRow(row)))

function glance<T>({ sequencer }: Desk, read: (state: State) => T): T {
  const seen = sequencer.glance(read)
  if (seen === undefined) throw new Unavailable(sequencer.trouble)
  return seen
}

const factsOfRow = (row: StoredOrder): OrderFacts => ({
  id: row.id,
  user: row.user_id,
  clientId: row.client_order_id,
  side: row.side,
  type: row.type,
  timeInForce: row.time_in_force,
  postOnly: row.post_only,
  price: row.price === null ? null : (Number(row.price) as Ticks),
  quantity: row.volume === null ? null : (Number(row.volume) as Lots),
  total: row.total,
  filled: Number(row.filled) as Lots,
  filledTotal: row.filled_total,
  fee: row.fee,
  status: row.status as OrderStatus,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
