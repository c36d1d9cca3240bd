/** Places an order, once per client id. */

import type { OrderId, UserId } from '../../contract/ids.ts'
import { orderWithClientId, placeOrder } from '../core.ts'
import type { Answer, Execution } from '../execution.ts'
import { answerBefore, refuseTime, remembered } from '../idempotency/answer-once.ts'
import type { FirstResponse } from '../idempotency/responses.ts'
import { findResponse, keptUntil } from '../idempotency/state.ts'
import type { State } from '../state.ts'
import type { PlaceOrder } from './commands.ts'
import { requestHash } from './request-hash.ts'

export const place = (execution: Execution, command: PlaceOrder): Answer =>
  command.clientId === null ? placeNew(execution, command) : placeOnce(execution, command, command.clientId)

function placeNew(execution: Execution, command: PlaceOrder): Answer {
  const { state, seq, at } = execution
  const refusal =
    refuseTime(execution, command.validUntil) ?? placeOrder(state, command, keptUntil(command.validUntil, at))
  return refusal === undefined
    ? { type: 'order', order: seq as OrderId, repeated: false }
    : { type: 'refused', refusal }
}

function placeOnce(execution: Execution, command: PlaceOrder, clientId: string): Answer {
  const { state, at } = execution
  const { user, validUntil } = command
  const request = { user, clientId, validUntil, body: requestHash(command) }
  const first = findResponse(state, user, clientId, at) ?? openOrder(state, user, clientId)
  return answerBefore(execution, request, first) ?? remembered(execution, request, placeNew(execution, command))
}

/** An open order answers for its client id, however old it is. */
function openOrder(state: State, user: UserId, clientId: string): FirstResponse | undefined {
  const order = orderWithClientId(state, user, clientId)
  return order && { body: requestHash(order), answer: { order: order.id } }
}
