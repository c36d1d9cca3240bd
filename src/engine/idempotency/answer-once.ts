/** A request with a client id is executed once: a repeat gets the first response. */

import type { Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { assert } from '../assert.ts'
import { type Answer, type Execution, emit } from '../execution.ts'
import type { RequestRemembered, StoredRefusal } from './events.ts'
import type { FirstResponse } from './responses.ts'
import { expiryOf, isTooFarAhead, keptUntil, storeResponse } from './state.ts'

type OnceRequest = {
  readonly user: UserId
  readonly clientId: string
  readonly validUntil: Millis | undefined
  /** The hash of everything but the user and the client id. */
  readonly body: number
}

/** The answer without an execution: the first one, or a refusal because the client id or the time is wrong. */
export function answerBefore(
  execution: Execution,
  { body, validUntil }: OnceRequest,
  first: FirstResponse | undefined,
): Answer | undefined {
  if (first !== undefined) return first.body === body ? answerOf(first) : refused(refuse('CLIENT_ID_REUSED'))
  // Not remembered: it was not executed, and must not be kept for longer than a valid one.
  const untimely = refuseTime(execution, validUntil)
  return untimely && refused(untimely)
}

/** Keeps the answer to a request that was executed, and returns it. */
export function remembered(execution: Execution, request: OnceRequest, answer: Answer): Answer {
  const { state, at } = execution
  const { user, clientId, validUntil, body } = request
  const until = keptUntil(validUntil, at)
  // Its order says that it was placed.
  if (answer.type === 'order')
    storeResponse(state, { at, user, clientId, until, body, answer: { order: answer.order } })
  else if (accountOf(state, user) !== undefined)
    emit(execution, { type: 'request-remembered', at, user, clientId, until, body, answer: stored(answer) })
  return answer
}

/** Whether the request expired, or is valid for too long. */
export function refuseTime({ at }: Execution, validUntil: Millis | undefined): Refusal | undefined {
  if (at > expiryOf(validUntil, at)) return refuse('REQUEST_EXPIRED')
  return isTooFarAhead(validUntil, at) ? refuse('VALID_UNTIL_TOO_FAR') : undefined
}

const refused = (refusal: Refusal): Answer => ({ type: 'refused', refusal })

function answerOf({ answer }: FirstResponse): Answer {
  if ('order' in answer) return { type: 'order', order: answer.order, repeated: true }
  if ('converted' in answer) return { type: 'converted', conversion: answer.converted, repeated: true }
  return refused(refuse(answer.refused.code, answer.refused.params))
}

function stored(answer: Answer): RequestRemembered['answer'] {
  if (answer.type === 'converted') return { converted: answer.conversion }
  const { code, params } = expectRefusal(answer)
  return { refused: { code, params } satisfies StoredRefusal }
}

function expectRefusal(answer: Answer): Refusal {
  assert(answer.type === 'refused', 'a request with a client id is refused, or has an order or a conversion')
  return answer.refusal
}
