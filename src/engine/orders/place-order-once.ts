/** Idempotency of place-order by client id. */

import { assertNever } from '../../contract/assert-never.ts'
import type { OrderTerms } from '../../contract/orders/order-terms.ts'
import type { Answer, Execution } from '../execution.ts'
import { answerOnce, refuseTime } from '../idempotency/answer-once.ts'
import { requestHash } from '../idempotency/request-hash.ts'
import type { PlaceOrder } from './commands.ts'
import { perform, refuse } from './place-order.ts'

export const place = (execution: Execution, command: PlaceOrder): Answer =>
  command.clientId === null ? placeNew(execution, command) : placeOnce(execution, command, command.clientId)

function placeNew(execution: Execution, command: PlaceOrder): Answer {
  const refused = refuseTime(execution, command.validUntil) ?? refuse(execution.state, command)
  return refused === undefined ? perform(execution, command) : { type: 'refused', refusal: refused }
}

const placeOnce = (execution: Execution, command: PlaceOrder, clientId: string): Answer =>
  answerOnce(
    execution,
    {
      user: command.user,
      clientId,
      validUntil: command.validUntil,
      text: requestText(command),
      lasting: (id) => openOrder(execution, command, id),
    },
    () => placeNew(execution, command),
  )

/** An open order answers for its client id, however old it is. */
function openOrder({ state }: Execution, { user }: PlaceOrder, clientId: string) {
  const order = state.core.traders.get(user)?.byClientId?.get(clientId)
  return order && { body: requestHash(requestText(order)), answer: { order: order.id } }
}

/** Everything but the user and the client id. Its hash is persisted, so the text must not change. */
function requestText({ pair, side, terms }: Pick<PlaceOrder, 'pair' | 'side' | 'terms'>): string {
  return `${pair}/${side}/${terms.type}/${termsText(terms)}`
}

function termsText(terms: OrderTerms): string {
  switch (terms.type) {
    case 'limit':
      return `${terms.price}/${terms.quantity}/${terms.timeInForce}/${terms.postOnly}`
    case 'market':
      return `${terms.by}/${terms.by === 'total' ? terms.total : terms.quantity}/${terms.slippage}`
    default:
      return assertNever(terms)
  }
}
