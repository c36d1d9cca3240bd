/** Idempotency of place-order by client id. */

import type { OrderId } from '../../contract/ids.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Answer, type Execution, emit } from '../execution.ts'
import type { StoredRefusal } from '../idempotency/events.ts'
import { requestHash } from '../idempotency/request-hash.ts'
import { findResponse } from '../idempotency/state.ts'
import type { PlaceOrder } from './commands.ts'
import { perform, refuse } from './place-order.ts'

export const place = (execution: Execution, command: PlaceOrder): Answer =>
  command.clientId === null ? placeNew(execution, command) : placeOnce(execution, command, command.clientId)

function placeNew(execution: Execution, command: PlaceOrder): Answer {
  const refused = refuse(execution.state, command)
  return refused === undefined ? perform(execution, command) : { type: 'refused', refusal: refused }
}

/** A repeated request gets the first response; a different request with the same client id is refused. */
function placeOnce(execution: Execution, command: PlaceOrder, clientId: string): Answer {
  const { state, at } = execution
  const { user } = command
  const body = requestHash(requestText(command))
  const first = findResponse(state.idempotency, user, clientId, at)
  if (first !== undefined) {
    if (first.body !== body) return { type: 'refused', refusal: refusal('CLIENT_ID_REUSED') }
    if ('order' in first.answer) return { type: 'order', order: first.answer.order, repeated: true }
    const { code, params } = first.answer.refused
    return { type: 'refused', refusal: refusal(code, params) }
  }
  const answer = placeNew(execution, command)
  const account = state.accounts.get(user)
  if (account !== undefined)
    emit(execution, {
      type: 'request-remembered',
      at,
      user: account.user,
      clientId,
      body,
      answer: answer.type === 'refused' ? { refused: stored(answer.refusal) } : { order: execution.seq as OrderId },
    })
  return answer
}

const stored = ({ code, params }: Refusal): StoredRefusal => ({ code, params })

/** Everything but the user and the client id. Its hash is persisted, so the text must not change. */
function requestText({ pair, side, terms }: PlaceOrder): string {
  const { type } = terms
  const asked =
    type === 'limit'
      ? `${terms.price}/${terms.quantity}/${terms.timeInForce}/${terms.postOnly}`
      : `${terms.by}/${terms.by === 'total' ? terms.total : terms.quantity}/${terms.slippage}`
  return `${pair}/${side}/${type}/${asked}`
}
