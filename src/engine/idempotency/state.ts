/**
 * First responses by client id: each is kept until two minutes after its request expired, regardless of count. A request expires within two minutes, so a response is kept for four minutes at most. While its order is open,
 * the order itself is the response.
 */

import type { Millis, UserId } from '../../contract/ids.ts'
import { sorted } from '../sorted.ts'
import type { RequestRemembered } from './events.ts'
import { emptyFifo, type Fifo, itemsOf, oldestOf, push, shift } from './fifo.ts'

/** A request that does not say when it expires does so after this time. */
const REQUEST_TTL: Millis = 60_000
/** A request that is valid for longer is refused: if it were shortened, a repeat could be executed again. */
const MAX_REQUEST_TTL: Millis = 120_000
/** A response is kept for this time after its request expired. */
const KEPT_AFTER_EXPIRY: Millis = 120_000

export type Idempotency = {
  readonly users: Map<UserId, Map<string, RequestRemembered>>
  /** Of all users, oldest first. Not in order of expiry, so one may be dropped two minutes late. */
  readonly queue: Fifo<RequestRemembered>
}

/** Oldest first. */
export type IdempotencyPiece = { readonly part: 'responses'; readonly items: readonly RequestRemembered[] }

export const emptyIdempotency = (): Idempotency => ({ users: new Map(), queue: emptyFifo() })

/** When a request expires that was executed at `at`. */
export const expiryOf = (validUntil: Millis | undefined, at: Millis): Millis => validUntil ?? at + REQUEST_TTL

export const isTooFarAhead = (validUntil: Millis | undefined, at: Millis): boolean =>
  expiryOf(validUntil, at) > at + MAX_REQUEST_TTL

/** Until when the response to a request is kept. */
export const keptUntil = (expiry: Millis): Millis => expiry + KEPT_AFTER_EXPIRY

/** The first response to this client id, unless it is no longer kept at `at`. */
export function findResponse(
  { users }: Idempotency,
  user: UserId,
  clientId: string,
  at: Millis,
): RequestRemembered | undefined {
  const response = users.get(user)?.get(clientId)
  return response !== undefined && at < response.until ? response : undefined
}

export function storeResponse({ users, queue }: Idempotency, response: RequestRemembered): void {
  const own = users.get(response.user)
  if (own === undefined) users.set(response.user, new Map([[response.clientId, response]]))
  else own.set(response.clientId, response)
  push(queue, response)
  for (let oldest = oldestOf(queue); oldest !== undefined && oldest.until <= response.at; oldest = oldestOf(queue)) {
    drop(users, oldest)
    shift(queue)
  }
}

/** A client id may be used again after its response expired: only this response is dropped, not a newer one. */
function drop(users: Idempotency['users'], response: RequestRemembered): void {
  const own = users.get(response.user)
  if (own?.get(response.clientId) !== response) return
  own.delete(response.clientId)
  if (own.size === 0) users.delete(response.user)
}

export const save = ({ queue }: Idempotency): IdempotencyPiece[] => [{ part: 'responses', items: itemsOf(queue) }]

export function load(responses: Idempotency, { items }: IdempotencyPiece): void {
  for (const response of items) storeResponse(responses, response)
}

/** By user and client id, without those that are dropped late. */
export function* responseLines({ users }: Idempotency, at: Millis): Generator<object> {
  for (const [user, own] of sorted(users))
    for (const [, { type: _type, ...response }] of sorted(own))
      if (at < response.until) yield { remembered: user, ...response }
}
