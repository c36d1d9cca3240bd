/** One message in, its answer out. Weather of the core is caught here and becomes `UNAVAILABLE`. */

import { type Refusal, refusalText, refuse } from '../../contract/refusals.ts'
import { type Complaint, PAST_PAGE } from '../../contract/socket.ts'
import type { OrderView } from '../../contract/views.ts'
import type { Clock } from '../clock.ts'
import { Unavailable } from '../core/sequencer.ts'
import { cancelAll, cancelOrder, type Desk, listFills, listOrders, placeOrder } from '../orders/desk.ts'
import { isWeather } from '../postgres/weather.ts'
import type { Channels } from './channels.ts'
import { type Heard, hear } from './hear.ts'
import { type Session, say } from './session.ts'

export type Parts = {
  readonly desk: Desk
  readonly channels: Pick<Channels, 'answer' | 'showChart'>
  readonly clock: Clock
}

export const complaint = (refusal: Refusal): Complaint => ({
  code: refusal.code,
  detail: refusalText(refusal),
  ...(Object.keys(refusal.params).length > 0 && { params: refusal.params }),
})

export async function converse(parts: Parts, session: Session, text: string): Promise<void> {
  const heard = hear(text)
  try {
    await reply(parts, session, heard)
  } catch (error) {
    const isPassing = error instanceof Unavailable || (error instanceof Error && isWeather(error))
    if (!isPassing) throw error
    turnDown(session, heard, refuse('UNAVAILABLE'))
  }
}

async function reply({ desk, channels, clock }: Parts, session: Session, heard: Heard): Promise<void> {
  switch (heard.type) {
    case 'ping':
      return say(session, { type: 'pong', server_time: clock.now() })
    case 'question':
      return channels.answer(session, heard.about)
    case 'chart':
      return channels.showChart(session, heard.page)
    case 'timeframe':
      session.timeframe = heard.timeframe
      return channels.showChart(session, 1)
    case 'order-history':
    case 'user-trades':
      return tellPast(desk, session, heard)
    case 'place':
    case 'cancel':
    case 'cancel-all':
      return command(desk, session, heard)
    default:
      turnDown(session, heard, refuse(heard.type === 'bad-order' ? 'INVALID_REQUEST' : 'UNKNOWN_COMMAND'))
  }
}

type Remembering = Extract<Heard, { type: 'order-history' | 'user-trades' }>

async function tellPast(desk: Desk, session: Session, heard: Remembering): Promise<void> {
  const user = session.signedIn?.user
  if (user === undefined) return turnDown(session, heard, refuse('UNAUTHORIZED_TRADE'))
  const { page } = heard
  const filter = { pair: undefined, offset: (page - 1) * PAST_PAGE, limit: PAST_PAGE }
  if (heard.type === 'order-history') {
    const { orders, next } = await listOrders(desk, user, { ...filter, status: 'closed' })
    return say(session, { type: 'order_history', page, next, data: orders })
  }
  const { fills, next } = await listFills(desk, user, filter)
  return say(session, { type: 'user_trades', page, next, data: fills })
}

type Ordered = Extract<Heard, { type: 'place' | 'cancel' | 'cancel-all' }>

async function command(desk: Desk, session: Session, heard: Ordered): Promise<void> {
  const user = session.signedIn?.user
  if (user === undefined) return turnDown(session, heard, refuse('UNAUTHORIZED_TRADE'))
  if (heard.type === 'cancel-all') {
    const count = await cancelAll(desk, user, heard.pair)
    return say(session, { type: 'orders_cancelled', pair: heard.pair === null ? 'all' : String(heard.pair), count })
  }
  if (heard.type === 'place') {
    const placed = await placeOrder(desk, user, heard.body)
    if (isRefused(placed)) return turnDown(session, heard, placed)
    return say(session, { type: 'order_accepted', client_order_id: heard.body.client_order_id, data: placed })
  }
  const cancelled = await cancelOrder(desk, user, heard.uuid)
  if (isRefused(cancelled)) return turnDown(session, heard, cancelled)
  return say(session, { type: 'order_update', data: cancelled })
}

export const isRefused = (answer: OrderView | Refusal): answer is Refusal => 'code' in answer

/** Says no in the words of what was asked. */
export function turnDown(session: Session, heard: Heard, refusal: Refusal): void {
  switch (heard.type) {
    case 'place':
      say(session, { type: 'order_rejected', client_order_id: heard.body.client_order_id, ...complaint(refusal) })
      return
    case 'bad-order': {
      const why = refusal.code === 'INVALID_REQUEST' ? refuse('INVALID_REQUEST', { reason: heard.reason }) : refusal
      say(session, { type: 'order_rejected', client_order_id: heard.clientId, ...complaint(why) })
      return
    }
    case 'cancel':
      say(session, { type: 'cancel_rejected', uuid: heard.uuid, ...complaint(refusal) })
      return
    case 'nonsense':
      say(session, { type: 'error', code: refusal.code, detail: heard.reason })
      return
    default:
      say(session, { type: 'error', ...complaint(refusal) })
  }
}
