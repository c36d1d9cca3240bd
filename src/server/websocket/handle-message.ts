/** Handles a client message and sends the reply. Transient errors become `UNAVAILABLE`. */

import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { HISTORY_PAGE_SIZE } from '../../contract/socket.ts'
import { cancelAllOrders, cancelOrder } from '../orders/cancel-order.ts'
import { listFills, listOrders, type OrderDeps } from '../orders/list-orders.ts'
import { placeOrder } from '../orders/place-order.ts'
import type { Clock } from '../runtime/clock.ts'
import { isTransient } from '../runtime/transient-errors.ts'
import { Unavailable, unavailableRefusal } from '../sequencer/unavailable.ts'
import { fillsPage, ordersPage, orderView } from '../wire/order.ts'
import { parseOrderUuid, parsePlaceOrder } from '../wire/order-request.ts'
import { type Connection, errorMessage, sendMessage } from './connection.ts'
import { type ClientMessage, parseMessage } from './parse-message.ts'
import type { Subscriptions } from './subscriptions.ts'

export type HandlerDeps = {
  readonly orders: OrderDeps
  readonly subscriptions: Pick<Subscriptions, 'answer' | 'showChart'>
  readonly clock: Clock
}

export async function handleMessage(deps: HandlerDeps, connection: Connection, text: string): Promise<void> {
  const message = parseMessage(text)
  try {
    await reply(deps, connection, message)
  } catch (error) {
    const isTemporary = error instanceof Unavailable || (error instanceof Error && isTransient(error))
    if (!isTemporary) throw error
    reject(connection, message, unavailableRefusal(error))
  }
}

async function reply(
  { orders, subscriptions, clock }: HandlerDeps,
  connection: Connection,
  message: ClientMessage,
): Promise<void> {
  switch (message.type) {
    case 'ping':
      return sendMessage(connection, { type: 'pong', server_time: clock.now() })
    case 'query':
      return subscriptions.answer(connection, message.query)
    case 'chart':
      return subscriptions.showChart(connection, message.page)
    case 'timeframe':
      connection.timeframe = message.timeframe
      return subscriptions.showChart(connection, 1)
    case 'order-history':
    case 'user-trades':
      return sendHistory(orders, connection, message)
    case 'place':
    case 'cancel':
    case 'cancel-all':
      return executeCommand(orders, connection, message)
    default:
      reject(connection, message, refuse(message.type === 'invalid-order' ? 'INVALID_REQUEST' : 'UNKNOWN_COMMAND'))
  }
}

type HistoryRequest = Extract<ClientMessage, { type: 'order-history' | 'user-trades' }>

async function sendHistory(deps: OrderDeps, connection: Connection, message: HistoryRequest): Promise<void> {
  const user = connection.signedIn?.user
  if (user === undefined) return reject(connection, message, refuse('UNAUTHORIZED_TRADE'))
  const { page } = message
  const filter = { pair: undefined, offset: (page - 1) * HISTORY_PAGE_SIZE, limit: HISTORY_PAGE_SIZE }
  if (message.type === 'order-history') {
    const { orders, next } = ordersPage(await listOrders(deps, user, { ...filter, status: 'closed' }))
    return sendMessage(connection, { type: 'order_history', page, next, data: orders })
  }
  const { fills, next } = fillsPage(await listFills(deps, user, filter))
  return sendMessage(connection, { type: 'user_trades', page, next, data: fills })
}

type OrderCommand = Extract<ClientMessage, { type: 'place' | 'cancel' | 'cancel-all' }>

async function executeCommand(deps: OrderDeps, connection: Connection, message: OrderCommand): Promise<void> {
  const user = connection.signedIn?.user
  if (user === undefined) return reject(connection, message, refuse('UNAUTHORIZED_TRADE'))
  if (message.type === 'cancel-all') {
    const count = await cancelAllOrders(deps, user, message.pair)
    return sendMessage(connection, {
      type: 'orders_cancelled',
      pair: message.pair === null ? 'all' : String(message.pair),
      count,
    })
  }
  if (message.type === 'place') {
    const request = parsePlaceOrder(deps, message.body)
    const placed = isRefused(request) ? request : await placeOrder(deps, user, request)
    if (isRefused(placed)) return reject(connection, message, placed)
    return sendMessage(connection, {
      type: 'order_accepted',
      client_order_id: message.body.client_order_id,
      data: orderView(placed),
    })
  }
  const order = parseOrderUuid(deps, message.uuid)
  const cancelled = isRefused(order) ? order : await cancelOrder(deps, user, order)
  if (isRefused(cancelled)) return reject(connection, message, cancelled)
  return sendMessage(connection, { type: 'order_update', data: orderView(cancelled) })
}

/** Sends a refusal in the message type that answers `message`. */
export function reject(connection: Connection, message: ClientMessage, refusal: Refusal): void {
  switch (message.type) {
    case 'place':
      sendMessage(connection, {
        type: 'order_rejected',
        client_order_id: message.body.client_order_id,
        ...errorMessage(refusal),
      })
      return
    case 'invalid-order': {
      const detailed =
        refusal.code === 'INVALID_REQUEST' ? refuse('INVALID_REQUEST', { reason: message.reason }) : refusal
      sendMessage(connection, { type: 'order_rejected', client_order_id: message.clientId, ...errorMessage(detailed) })
      return
    }
    case 'cancel':
      sendMessage(connection, { type: 'cancel_rejected', uuid: message.uuid, ...errorMessage(refusal) })
      return
    case 'invalid':
      sendMessage(connection, { type: 'error', code: refusal.code, detail: message.reason })
      return
    default:
      sendMessage(connection, { type: 'error', ...errorMessage(refusal) })
  }
}
