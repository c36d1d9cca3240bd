/**
 * Client ids and the first answers to them. An id is forgotten after 24 hours, after 1,000 newer ones of its user, or
 * after a million newer ones in all, whichever comes first.
 */

import type { Millis, UserId } from '../../contract/ids.ts'
import type { PlaceOrder } from '../commands.ts'
import type { RequestRemembered } from '../events.ts'
import { emptyFifo, type Fifo, push, shift, size } from './fifo.ts'

export const REMEMBERED_FOR: Millis = 24 * 60 * 60 * 1000
export const REMEMBERED_PER_USER = 1_000
export const REMEMBERED_IN_ALL = 1_000_000

export type UserRequests = {
  readonly byId: Map<string, RequestRemembered>
  readonly oldest: Fifo<RequestRemembered>
}
export type Remembered = {
  readonly users: Map<UserId, UserRequests>
  readonly oldest: Fifo<RequestRemembered>
}

export const emptyRemembered = (): Remembered => ({ users: new Map(), oldest: emptyFifo() })

/** The first answer to this client id, if it is still remembered at `at`. */
export function recall(remembered: Remembered, user: UserId, id: string, at: Millis): RequestRemembered | undefined {
  const request = remembered.users.get(user)?.byId.get(id)
  return request !== undefined && at - request.at < REMEMBERED_FOR ? request : undefined
}

export function remember({ users, oldest }: Remembered, request: RequestRemembered): void {
  let requests = users.get(request.user)
  if (requests === undefined) {
    requests = { byId: new Map(), oldest: emptyFifo() }
    users.set(request.user, requests)
  }
  requests.byId.set(request.clientId, request)
  push(requests.oldest, request)
  if (size(requests.oldest) > REMEMBERED_PER_USER) forget(requests, shift(requests.oldest))
  push(oldest, request)
  while (size(oldest) > REMEMBERED_IN_ALL || isOver(oldest.items[oldest.head], request.at)) {
    forgetOldest(users, shift(oldest))
  }
}

const isOver = (request: RequestRemembered | undefined, at: Millis): boolean =>
  request !== undefined && at - request.at >= REMEMBERED_FOR

/** The oldest of all is also its user's oldest, unless that user's own limit dropped it before. */
function forgetOldest(users: Map<UserId, UserRequests>, request: RequestRemembered | undefined): void {
  if (request === undefined) return
  const requests = users.get(request.user)
  if (requests === undefined || requests.oldest.items[requests.oldest.head] !== request) return
  forget(requests, shift(requests.oldest))
  if (requests.byId.size === 0) users.delete(request.user)
}

/** An id may have been used again after its day was over: only the entry itself is dropped. */
function forget({ byId }: UserRequests, request: RequestRemembered | undefined): void {
  if (request !== undefined && byId.get(request.clientId) === request) byId.delete(request.clientId)
}

/** 53 bits of what was asked for, to tell a repeat from a client id used twice. */
export function bodyHash({ pair, side, terms }: PlaceOrder): number {
  const { type } = terms
  const asked =
    type === 'limit'
      ? `${terms.price}/${terms.quantity}/${terms.timeInForce}/${terms.postOnly}`
      : `${terms.by}/${terms.by === 'total' ? terms.total : terms.quantity}/${terms.slippage}`
  return hash53(`${pair}/${side}/${type}/${asked}`)
}

/** cyrb53 by bryc (public domain): two 32-bit multiply-and-mix lanes. Against accidents, not against forgery. */
function hash53(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
