/** Places an order, once per client id. */

import { assertNever } from '../../contract/assert-never.ts'
import type { OrderId } from '../../contract/ids.ts'
import type { OrderTerms } from '../../contract/orders/order-terms.ts'
import { type OrderView, orderWithClientId, placeOrder } from '../core.ts'
import type { Answer, Execution } from '../execution.ts'
import { answerOnce, refuseTime } from '../idempotency/answer-once.ts'
import { textHash } from '../idempotency/text-hash.ts'
import type { PlaceOrder } from './commands.ts'

export const place = (execution: Execution, command: PlaceOrder): Answer =>
  command.clientId === null ? placeNew(execution, command) : placeOnce(execution, command, command.clientId)

function placeNew(execution: Execution, command: PlaceOrder): Answer {
  const refusal = refuseTime(execution, command.validUntil) ?? placeOrder(execution.state, command)
  return refusal === undefined
    ? { type: 'order', order: execution.seq as OrderId, repeated: false }
    : { type: 'refused', refusal }
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
  const order: OrderView | undefined = orderWithClientId(state, user, clientId)
  return order && { body: textHash(requestText(order)), answer: { order: order.id } }
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
