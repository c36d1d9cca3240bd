/** Parses a client message: `name` or `name/argument`, split at the first slash. */

import type { PairId } from '../../contract/ids.ts'
import { TIMEFRAME_NAMES, type Timeframe } from '../../contract/markets/timeframes.ts'
import type { PlaceOrderBody } from '../../contract/orders/calls.ts'
import { placeOrderBody } from '../../contract/orders/schemas.ts'
import { parseJson } from '../../contract/parse-json.ts'
import { COMMANDS, type CommandName, QUERIES, type QueryName } from '../../contract/socket.ts'
import { hasDuplicateKey } from '../runtime/unique-keys.ts'

export type ClientMessage =
  | { readonly type: 'query'; readonly query: QueryName }
  | { readonly type: 'ping' }
  /** The chart in the connection's timeframe; page 1 is the newest. */
  | { readonly type: 'chart'; readonly page: number }
  | { readonly type: 'timeframe'; readonly timeframe: Timeframe }
  | { readonly type: 'order-history'; readonly page: number }
  | { readonly type: 'user-trades'; readonly page: number }
  | { readonly type: 'place'; readonly body: PlaceOrderBody }
  /** An invalid order with a valid client id. */
  | { readonly type: 'invalid-order'; readonly clientId: string; readonly reason: string }
  | { readonly type: 'cancel'; readonly uuid: string }
  /** The pair's id, or null for all. */
  | { readonly type: 'cancel-all'; readonly pair: PairId | null }
  | { readonly type: 'invalid'; readonly reason: string }

type Paged = Extract<ClientMessage, { readonly page: number }>

const MAX_NAME_LENGTH = 40

export function parseMessage(text: string): ClientMessage {
  const slash = text.indexOf('/')
  const name = slash === -1 ? text : text.slice(0, slash)
  const argument = slash === -1 ? '' : text.slice(slash + 1)
  const query = QUERIES.find((each) => each === name)
  if (query !== undefined) return { type: 'query', query }
  const command = COMMANDS.find((each) => each === name)
  switch (command) {
    case 'ping':
      return { type: 'ping' }
    case 'get_chart':
      return parsePaged('chart', command, argument)
    case 'get_order_history':
      return parsePaged('order-history', command, argument)
    case 'change_timeframe':
      return parseTimeframe(argument)
    case 'get_user_trades':
      return parsePaged('user-trades', command, argument)
    case 'place_order':
      return parseOrderMessage(argument)
    case 'cancel_order':
      return { type: 'cancel', uuid: argument.slice(0, 64) }
    case 'cancel_all_orders':
      return parseCancelAll(argument)
    case undefined:
      return { type: 'invalid', reason: `"${printable(name)}" is not a known command.` }
  }
}

function parsePaged(type: Paged['type'], name: CommandName, page: string): ClientMessage {
  if (/^[1-9]\d{0,4}$/.test(page)) return { type, page: Number(page) }
  return { type: 'invalid', reason: `${name} takes a page number. Page 1 is the newest.` }
}

function parseTimeframe(name: string): ClientMessage {
  const timeframe = TIMEFRAME_NAMES.find((each) => each === name)
  if (timeframe !== undefined) return { type: 'timeframe', timeframe }
  return { type: 'invalid', reason: `change_timeframe takes one of ${TIMEFRAME_NAMES.join(', ')}.` }
}

function parseOrderMessage(json: string): ClientMessage {
  const body = parseJson(json)
  if (body === undefined) return { type: 'invalid', reason: 'place_order takes one JSON object.' }
  if (hasDuplicateKey(json)) return { type: 'invalid', reason: 'place_order takes one JSON object with unique keys.' }
  const parsed = placeOrderBody.safeParse(body)
  if (parsed.success) return { type: 'place', body: parsed.data }
  const clientId = placeOrderBody.shape.client_order_id.safeParse(
    (body as Record<string, unknown> | null)?.client_order_id,
  )
  const issue = parsed.error.issues[0]
  const reason = `${issue?.path.join('.') || 'The order'}: ${issue?.message ?? 'not valid'}`
  return clientId.success
    ? { type: 'invalid-order', clientId: clientId.data, reason }
    : { type: 'invalid', reason: `place_order: ${reason}` }
}

function parseCancelAll(argument: string): ClientMessage {
  if (argument === 'all') return { type: 'cancel-all', pair: null }
  if (/^[1-9]\d{0,8}$/.test(argument)) return { type: 'cancel-all', pair: Number(argument) as PairId }
  return { type: 'invalid', reason: 'cancel_all_orders takes a pair id or "all".' }
}

const printable = (text: string): string => text.slice(0, MAX_NAME_LENGTH).replace(/[^\x20-\x7e]/g, '?')
