/** The table of contents of the exchange: what may be asked, and who answers. */

import type { OrderId } from '../contract/ids.ts'
import { refuse as no, type Refusal } from '../contract/refusals.ts'
import * as accounts from './accounts/open-account.ts'
import { assert, never } from './assert.ts'
import type { CancelOrder, Command, PlaceOrder, Sequenced } from './commands.ts'
import type { Event } from './events.ts'
import * as listing from './listing/list.ts'
import * as cancelling from './orders/cancel-order.ts'
import type { Order } from './orders/order.ts'
import * as placing from './orders/place-order.ts'
import { bodyHash, recall } from './orders/remembered.ts'
import type { State } from './state.ts'
import { emit, type Turn } from './turn.ts'

/** The version of all rules below: it changes when the same journal would lead elsewhere. */
export const RULES = 1

export type Answer =
  | { readonly type: 'done' }
  | { readonly type: 'order'; readonly order: OrderId; readonly repeated: boolean }
  | { readonly type: 'cancelled'; readonly orders: readonly OrderId[] }
  | { readonly type: 'refused'; readonly refusal: Refusal }

export type Outcome = {
  readonly answer: Answer
  readonly events: readonly Event[]
  /** Orders that ended with this command, as they ended. */
  readonly closed: readonly Order[]
}

/** Carries out the next command: deterministic, at once, and never half. */
export function execute(state: State, { seq, at, command }: Sequenced): Outcome {
  assert(seq === state.seq + 1, 'commands come without gaps')
  assert(at >= state.at, 'time does not go back')
  state.seq = seq
  state.at = at
  const turn: Turn = { state, seq, at, events: [], closed: [] }
  return { answer: answer(turn, command), events: turn.events, closed: turn.closed }
}

function answer(turn: Turn, command: Command): Answer {
  const { state } = turn
  switch (command.type) {
    case 'list-currency':
      return unless(listing.refuseCurrency(state, command), () => listing.performCurrency(turn, command))
    case 'list-pair':
      return unless(listing.refusePair(state, command), () => listing.performPair(turn, command))
    case 'set-pair-rules':
      return unless(listing.refuseSetRules(state, command), () => listing.performSetRules(turn, command))
    case 'open-account':
      return unless(accounts.refuseOpen(state, command), () => accounts.performOpen(turn, command))
    case 'set-account-frozen':
      return unless(accounts.refuseFrozen(state, command), () => accounts.performFrozen(turn, command))
    case 'place-order':
      return command.clientId === null ? place(turn, command) : placeOnce(turn, command, command.clientId)
    case 'cancel-order':
      return cancelOne(turn, command)
    case 'cancel-all':
      return { type: 'cancelled', orders: cancelling.performAll(turn, command).map(({ id }) => id) }
    default:
      return never(command)
  }
}

function place(turn: Turn, command: PlaceOrder): Answer {
  const refusal = placing.refuse(turn.state, command)
  if (refusal !== undefined) return { type: 'refused', refusal }
  return { type: 'order', order: placing.perform(turn, command).id, repeated: false }
}

/** The first answer is the answer: a repeat gets it again, another body under the same id is refused. */
function placeOnce(turn: Turn, command: PlaceOrder, clientId: string): Answer {
  const { user } = command
  const body = bodyHash(command)
  const before = recall(turn.state.remembered, user, clientId, turn.at)
  if (before !== undefined) {
    if (before.body !== body) return { type: 'refused', refusal: no('CLIENT_ID_REUSED') }
    if ('refused' in before.answer) return { type: 'refused', refusal: before.answer.refused }
    return { type: 'order', order: before.answer.order, repeated: true }
  }
  const given = place(turn, command)
  const account = turn.state.accounts.get(user)
  if (account !== undefined)
    emit(turn, {
      type: 'request-remembered',
      at: turn.at,
      user: account.user,
      clientId,
      body,
      answer: given.type === 'refused' ? { refused: given.refusal } : { order: turn.seq },
    })
  return given
}

function cancelOne(turn: Turn, command: CancelOrder): Answer {
  const refusal = cancelling.refuse(turn.state, command)
  if (refusal !== undefined) return { type: 'refused', refusal }
  return { type: 'cancelled', orders: [cancelling.perform(turn, command).id] }
}

function unless(refusal: Refusal | undefined, perform: () => void): Answer {
  if (refusal !== undefined) return { type: 'refused', refusal }
  perform()
  return { type: 'done' }
}
