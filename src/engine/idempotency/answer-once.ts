/** Executes a request with a client id once: a repeat gets the first response. */

import type { Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { assert } from '../assert.ts'
import { type Answer, type Execution, emit } from '../execution.ts'
import type { RequestRemembered, StoredRefusal } from './events.ts'
import type { FirstResponse } from './responses.ts'
import { expiryOf, findResponse, isTooFarAhead, keptUntil } from './state.ts'
import { textHash } from './text-hash.ts'

type OnceRequest = {
  readonly user: UserId
  readonly clientId: string
  readonly validUntil?: Millis | undefined
  /** Everything but the user and the client id. */
  readonly text: string
  /** A response that is known without having been kept. */
  readonly lasting?: (clientId: string) => FirstResponse | undefined
}

/** A different request with the same client id is refused. */
export function answerOnce(execution: Execution, request: OnceRequest, run: () => Answer): Answer {
  const { state, at } = execution
  const { user, clientId, validUntil } = request
  const body = textHash(request.text)
  const first = findResponse(state, user, clientId, at) ?? request.lasting?.(clientId)
  if (first !== undefined) return first.body === body ? answerOf(first) : refused(refuse('CLIENT_ID_REUSED'))
  const untimely = refuseTime(execution, validUntil)
  // Not remembered: it was not executed, and must not be kept for longer than a valid one.
  if (untimely !== undefined) return refused(untimely)
  const answer = run()
  const account = accountOf(state, user)
  if (account !== undefined)
    emit(execution, {
      type: 'request-remembered',
      at,
      user: account.user,
      clientId,
      until: keptUntil(expiryOf(validUntil, at)),
      body,
      answer: stored(answer),
    })
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
  if (answer.type === 'order') return { order: answer.order }
  if (answer.type === 'converted') return { converted: answer.conversion }
  const { code, params } = expectRefusal(answer)
  return { refused: { code, params } satisfies StoredRefusal }
}

function expectRefusal(answer: Answer): Refusal {
  assert(answer.type === 'refused', 'a request with a client id is refused, or has an order or a conversion')
  return answer.refusal
}
