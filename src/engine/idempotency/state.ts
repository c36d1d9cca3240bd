/** First responses by client id. Each version of the rules keeps its own. */

import type { Millis, UserId } from '../../contract/ids.ts'
import type { RequestRemembered } from './events.ts'
import * as rules1 from './rules-1.ts'
import * as rules2 from './rules-2.ts'

export type Idempotency = { readonly rules1: rules1.Idempotency; readonly rules2: rules2.Responses }
export type IdempotencyPiece = rules1.IdempotencyPiece | rules2.ResponsesPiece

export const emptyIdempotency = (): Idempotency => ({
  rules1: rules1.emptyIdempotency(),
  rules2: rules2.emptyResponses(),
})

/** The first response to this client id, unless it is no longer kept at `at`. */
export const findResponse = (
  idempotency: Idempotency,
  user: UserId,
  clientId: string,
  at: Millis,
): RequestRemembered | undefined =>
  rules2.findResponse(idempotency.rules2, user, clientId, at) ??
  rules1.findResponse(idempotency.rules1, user, clientId, at)

export function storeResponse(idempotency: Idempotency, response: RequestRemembered): void {
  if (response.until === undefined) rules1.storeResponse(idempotency.rules1, response)
  else {
    rules2.storeResponse(idempotency.rules2, response)
    rules1.dropExpired(idempotency.rules1, response.at)
  }
}
