/** Idempotency of place-order by client id. */

import type { OrderId } from '../../contract/ids.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Answer, type Execution, emit } from '../execution.ts'
import type { RequestRemembered, StoredRefusal } from '../idempotency/events.ts'
import { requestHash } from '../idempotency/request-hash.ts'
import { expiryOf, isTooFarAhead, keptUntil } from '../idempotency/rules-2.ts'
import { findResponse } from '../idempotency/state.ts'
import type { PlaceOrder } from './commands.ts'
import { perform, refuse } from './place-order.ts'

export const place = (execution: Execution, command: PlaceOrder): Answer =>
  command.clientId === null ? placeNew(execution, command) : placeOnce(execution, command, command.clientId)

function placeNew(execution: Execution, command: PlaceOrder): Answer {
  const refused = refuseTime(execution, command) ?? refuse(execution.state, command)
  return refused === undefined ? perform(execution, command) : { type: 'refused', refusal: refused }
}

/** A repeated request gets the first response; a different request with the same client id is refused. */
function placeOnce(execution: Execution, command: PlaceOrder, clientId: string): Answer {
  const { state, at, rules } = execution
  const body = requestHash(requestText(command))
  const first = firstResponse(execution, command, clientId)
  if (first !== undefined) {
    if (first.body !== body) return { type: 'refused', refusal: refusal('CLIENT_ID_REUSED') }
    if ('order' in first.answer) return { type: 'order', order: first.answer.order, repeated: true }
    const { code, params } = first.answer.refused
    return { type: 'refused', refusal: refusal(code, params) }
  }
  const untimely = refuseTime(execution, command)
  // Not remembered: it was not executed, and must not be kept for longer than a valid one.
  if (untimely !== undefined) return { type: 'refused', refusal: untimely }
  const answer = placeNew(execution, command)
  const account = state.accounts.get(command.user)
  if (account !== undefined)
    emit(execution, {
      type: 'request-remembered',
      at,
      user: account.user,
      clientId,
      ...(rules >= 2 && { until: keptUntil(expiryOf(command.validUntil, at)) }),
      body,
      answer: answer.type === 'refused' ? { refused: stored(answer.refusal) } : { order: execution.seq as OrderId },
    })
  return answer
}

type FirstResponse = Pick<RequestRemembered, 'body' | 'answer'>

/** Under rules 2 an open order answers for its client id, however old it is. */
function firstResponse(
  { state, at, rules }: Execution,
  { user }: PlaceOrder,
  clientId: string,
): FirstResponse | undefined {
  const response = findResponse(state.idempotency, user, clientId, at)
  if (response !== undefined || rules < 2) return response
  const order = state.accounts.get(user)?.orders.find((each) => each.clientId === clientId)
  return order && { body: requestHash(requestText(order)), answer: { order: order.id } }
}

function refuseTime({ at, rules }: Execution, { validUntil }: PlaceOrder): Refusal | undefined {
  if (rules < 2) return undefined
  if (at > expiryOf(validUntil, at)) return refusal('REQUEST_EXPIRED')
  return isTooFarAhead(validUntil, at) ? refusal('VALID_UNTIL_TOO_FAR') : undefined
}

const stored = ({ code, params }: Refusal): StoredRefusal => ({ code, params })

/** Everything but the user and the client id. Its hash is persisted, so the text must not change. */
function requestText({ pair, side, terms }: Pick<PlaceOrder, 'pair' | 'side' | 'terms'>): string {
  const { type } = terms
  const asked =
    type === 'limit'
      ? `${terms.price}/${terms.quantity}/${terms.timeInForce}/${terms.postOnly}`
      : `${terms.by}/${terms.by === 'total' ? terms.total : terms.quantity}/${terms.slippage}`
  return `${pair}/${side}/${type}/${asked}`
}
