/** What a client said on the socket: `name` or `name/argument`, split at the first slash only. */

import { placeOrderBody } from '../../contract/schemas.ts'
import { COMMANDS, type CommandName, QUESTIONS, type Question } from '../../contract/socket.ts'
import { TIMEFRAME_NAMES, type Timeframe } from '../../contract/timeframes.ts'
import type { PlaceOrderBody } from '../../contract/views.ts'

export type Heard =
  | { readonly type: 'question'; readonly about: Question }
  | { readonly type: 'ping' }
  /** The chart in the timeframe it is shown in, page 1 being the newest. */
  | { readonly type: 'chart'; readonly page: number }
  | { readonly type: 'timeframe'; readonly timeframe: Timeframe }
  | { readonly type: 'order-history'; readonly page: number }
  | { readonly type: 'user-trades'; readonly page: number }
  | { readonly type: 'place'; readonly body: PlaceOrderBody }
  /** Legible enough to be answered by its id. */
  | { readonly type: 'bad-order'; readonly clientId: string; readonly reason: string }
  | { readonly type: 'cancel'; readonly uuid: string }
  /** The pair's id, or null for all. */
  | { readonly type: 'cancel-all'; readonly pair: number | null }
  | { readonly type: 'nonsense'; readonly reason: string }

type Paged = Extract<Heard, { readonly page: number }>

const MOST_COMMAND_CHARACTERS = 40

export function hear(text: string): Heard {
  const slash = text.indexOf('/')
  const name = slash === -1 ? text : text.slice(0, slash)
  const argument = slash === -1 ? '' : text.slice(slash + 1)
  const question = QUESTIONS.find((each) => each === name)
  if (question !== undefined) return { type: 'question', about: question }
  const command = COMMANDS.find((each) => each === name)
  switch (command) {
    case 'ping':
      return { type: 'ping' }
    case 'get_chart':
      return hearPage('chart', command, argument)
    case 'get_order_history':
      return hearPage('order-history', command, argument)
    case 'change_timeframe':
      return hearTimeframe(argument)
    case 'get_user_trades':
      return hearPage('user-trades', command, argument)
    case 'place_order':
      return hearOrder(argument)
    case 'cancel_order':
      return { type: 'cancel', uuid: argument.slice(0, 64) }
    case 'cancel_all_orders':
      return hearCancelAll(argument)
    case undefined:
      return { type: 'nonsense', reason: `"${printable(name)}" is not known.` }
  }
}

function hearPage(type: Paged['type'], name: CommandName, page: string): Heard {
  if (/^[1-9]\d{0,4}$/.test(page)) return { type, page: Number(page) }
  return { type: 'nonsense', reason: `${name} takes a page: 1 is the newest.` }
}

function hearTimeframe(name: string): Heard {
  const timeframe = TIMEFRAME_NAMES.find((each) => each === name)
  if (timeframe !== undefined) return { type: 'timeframe', timeframe }
  return { type: 'nonsense', reason: `change_timeframe takes one of ${TIMEFRAME_NAMES.join(', ')}.` }
}

function hearOrder(json: string): Heard {
  let body: unknown
  try {
    body = JSON.parse(json)
  } catch {
    return { type: 'nonsense', reason: 'place_order takes one JSON object.' }
  }
  const parsed = placeOrderBody.safeParse(body)
  if (parsed.success) return { type: 'place', body: parsed.data }
  const clientId = placeOrderBody.shape.client_order_id.safeParse(
    (body as Record<string, unknown> | null)?.client_order_id,
  )
  const issue = parsed.error.issues[0]
  const reason = `${issue?.path.join('.') || 'The order'}: ${issue?.message ?? 'not understood'}`
  return clientId.success
    ? { type: 'bad-order', clientId: clientId.data, reason }
    : { type: 'nonsense', reason: `place_order: ${reason}` }
}

function hearCancelAll(argument: string): Heard {
  if (argument === 'all') return { type: 'cancel-all', pair: null }
  if (/^[1-9]\d{0,8}$/.test(argument)) return { type: 'cancel-all', pair: Number(argument) }
  return { type: 'nonsense', reason: 'cancel_all_orders takes a pair id or "all".' }
}

const printable = (text: string): string => text.slice(0, MOST_COMMAND_CHARACTERS).replace(/[^\x20-\x7e]/g, '?')
