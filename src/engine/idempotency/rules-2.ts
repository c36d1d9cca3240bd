/**
 * First responses by client id under rules 2: each is kept until two minutes after its request expired, regardless of
 * count. A request expires within two minutes, so a response is kept for four minutes at most. While its order is open,
 * the order itself is the response.
 */

import type { Millis, UserId } from '../../contract/ids.ts'
import { expectDefined } from '../assert.ts'
import { sorted } from '../sorted.ts'
import type { RequestRemembered } from './events.ts'
import { emptyFifo, type Fifo, itemsOf, oldestOf, push, shift } from './fifo.ts'

/** A request that does not say when it expires does so after this time. */
const REQUEST_TTL: Millis = 60_000
/** A request that is valid for longer is refused: if it were shortened, a repeat could be executed again. */
const MAX_REQUEST_TTL: Millis = 120_000
/** A response is kept for this time after its request expired. */
const KEPT_AFTER_EXPIRY: Millis = 120_000

export type Responses = {
  readonly users: Map<UserId, Map<string, RequestRemembered>>
  /** Of all users, oldest first. Not in order of expiry, so one may be dropped two minutes late. */
  readonly queue: Fifo<RequestRemembered>
}

/** Oldest first. */
export type ResponsesPiece = { readonly part: 'responses'; readonly items: readonly RequestRemembered[] }

export const emptyResponses = (): Responses => ({ users: new Map(), queue: emptyFifo() })

/** When a request expires that was executed at `at`. */
export const expiryOf = (validUntil: Millis | undefined, at: Millis): Millis => validUntil ?? at + REQUEST_TTL

export const isTooFarAhead = (validUntil: Millis | undefined, at: Millis): boolean =>
  expiryOf(validUntil, at) > at + MAX_REQUEST_TTL

/** Until when the response to a request is kept. */
export const keptUntil = (expiry: Millis): Millis => expiry + KEPT_AFTER_EXPIRY

const untilOf = ({ until }: RequestRemembered): Millis => expectDefined(until, 'a response of rules 2 has an end')

/** The first response to this client id, unless it is no longer kept at `at`. */
export function findResponse(
  { users }: Responses,
  user: UserId,
  clientId: string,
  at: Millis,
): RequestRemembered | undefined {
  const response = users.get(user)?.get(clientId)
  return response !== undefined && at < untilOf(response) ? response : undefined
}

export function storeResponse({ users, queue }: Responses, response: RequestRemembered): void {
  const own = users.get(response.user)
  if (own === undefined) users.set(response.user, new Map([[response.clientId, response]]))
  else own.set(response.clientId, response)
  push(queue, response)
  for (let oldest = oldestOf(queue); oldest !== undefined && untilOf(oldest) <= response.at; oldest = oldestOf(queue)) {
    drop(users, oldest)
    shift(queue)
  }
}

/** A client id may be used again after its response expired: only this response is dropped, not a newer one. */
function drop(users: Responses['users'], response: RequestRemembered): void {
  const own = users.get(response.user)
  if (own?.get(response.clientId) !== response) return
  own.delete(response.clientId)
  if (own.size === 0) users.delete(response.user)
}

export const save = ({ queue }: Responses): ResponsesPiece[] => [{ part: 'responses', items: itemsOf(queue) }]

export function load(responses: Responses, { items }: ResponsesPiece): void {
  for (const response of items) storeResponse(responses, response)
}

/** By user and client id, without those that are dropped late. */
export function* responseLines({ users }: Responses, at: Millis): Generator<object> {
  for (const [user, own] of sorted(users))
    for (const [, { type: _type, ...response }] of sorted(own))
      if (at < (response.until ?? 0)) yield { remembered: user, ...response }
}
