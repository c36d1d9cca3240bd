/**
 * First responses by client id under rules 1. A response is dropped after 24 hours, after 1,000 newer ones of its user, or after a
 * million newer ones in total, whichever comes first.
 */

import type { Millis, UserId } from '../../contract/ids.ts'
import type { RequestRemembered } from './events.ts'
import { emptyFifo, type Fifo, itemsOf, oldestOf, push, shift, size } from './fifo.ts'

export const RESPONSE_TTL: Millis = 24 * 60 * 60 * 1000
export const RESPONSES_PER_USER = 1_000
const RESPONSES_TOTAL = 1_000_000

type UserResponses = {
  readonly byId: Map<string, RequestRemembered>
  readonly queue: Fifo<RequestRemembered>
}
export type Idempotency = {
  readonly users: Map<UserId, UserResponses>
  /** Of all users, oldest first. */
  readonly queue: Fifo<RequestRemembered>
}

/** Oldest first, of all users together. */
export type IdempotencyPiece = { readonly part: 'requests'; readonly items: readonly RequestRemembered[] }

export const emptyIdempotency = (): Idempotency => ({ users: new Map(), queue: emptyFifo() })

/** The first response to this client id, unless it has expired at `at`. */
export function findResponse(
  { users }: Idempotency,
  user: UserId,
  clientId: string,
  at: Millis,
): RequestRemembered | undefined {
  const response = users.get(user)?.byId.get(clientId)
  return response !== undefined && at - response.at < RESPONSE_TTL ? response : undefined
}

export function storeResponse({ users, queue }: Idempotency, response: RequestRemembered): void {
  let own = users.get(response.user)
  if (own === undefined) {
    own = { byId: new Map(), queue: emptyFifo() }
    users.set(response.user, own)
  }
  own.byId.set(response.clientId, response)
  push(own.queue, response)
  if (size(own.queue) > RESPONSES_PER_USER) drop(own, shift(own.queue))
  push(queue, response)
  while (size(queue) > RESPONSES_TOTAL) dropOldest(users, shift(queue))
  dropExpired({ users, queue }, response.at)
}

export function dropExpired({ users, queue }: Idempotency, at: Millis): void {
  while (hasExpired(oldestOf(queue), at)) dropOldest(users, shift(queue))
}

const hasExpired = (response: RequestRemembered | undefined, at: Millis): boolean =>
  response !== undefined && at - response.at >= RESPONSE_TTL

/** The oldest of all is also the oldest of its user, unless the limit per user already dropped it. */
function dropOldest(users: Map<UserId, UserResponses>, response: RequestRemembered | undefined): void {
  if (response === undefined) return
  const own = users.get(response.user)
  if (own === undefined || oldestOf(own.queue) !== response) return
  drop(own, shift(own.queue))
  if (own.byId.size === 0) users.delete(response.user)
}

/** A client id may be used again after its response expired: only this response is dropped, not a newer one. */
function drop({ byId }: UserResponses, response: RequestRemembered | undefined): void {
  if (response !== undefined && byId.get(response.clientId) === response) byId.delete(response.clientId)
}

export const save = ({ queue }: Idempotency): IdempotencyPiece[] => [{ part: 'requests', items: itemsOf(queue) }]

/** Drops no response: the newest one was stored when all of these were within the limits. */
export function load(idempotency: Idempotency, { items }: IdempotencyPiece): void {
  for (const response of items) storeResponse(idempotency, response)
}

/** Written out: there may be a million of them, and a copy by spread takes longer than its hash. */
export const responseLine = (remembered: UserId, { type, at, user, clientId, body, answer }: RequestRemembered) => ({
  remembered,
  type,
  at,
  user,
  clientId,
  body,
  answer,
})
