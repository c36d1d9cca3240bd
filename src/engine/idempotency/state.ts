/**
 * First responses by client id: each is kept until two minutes after its request expired, regardless of count. A request
 * expires within two minutes, so a response is kept for four minutes at most. While its order is open, the order itself is
 * the response.
 */

import type { Millis, UserId } from '../../contract/ids.ts'
import { expectDefined } from '../assert.ts'
import { ownerNamed, ownerNumber } from '../core.ts'
import type { State } from '../state.ts'
import type { RequestRemembered } from './events.ts'
import type { FirstResponse, Responses } from './responses.ts'

/** A request that does not say when it expires does so after this time. */
const REQUEST_TTL: Millis = 60_000
/** A request that is valid for longer is refused: if it were shortened, a repeat could be executed again. */
const MAX_REQUEST_TTL: Millis = 120_000
/** A response is kept for this time after its request expired. */
const KEPT_AFTER_EXPIRY: Millis = 120_000

/** Oldest first: blocks of records, and the answers that are no orders. */
export type IdempotencyPiece =
  | { readonly part: 'responses'; readonly items: readonly Uint8Array[] }
  | { readonly part: 'other-responses'; readonly items: ReturnType<Responses['others']> }

/** When a request expires that was executed at `at`. */
export const expiryOf = (validUntil: Millis | undefined, at: Millis): Millis => validUntil ?? at + REQUEST_TTL

export const isTooFarAhead = (validUntil: Millis | undefined, at: Millis): boolean =>
  expiryOf(validUntil, at) > at + MAX_REQUEST_TTL

/** Until when the response to a request is kept that was executed at `at`. */
export const keptUntil = (validUntil: Millis | undefined, at: Millis): Millis =>
  expiryOf(validUntil, at) + KEPT_AFTER_EXPIRY

/** The first response to this client id, unless it is no longer kept at `at`. */
export function findResponse(state: State, user: UserId, clientId: string, at: Millis): FirstResponse | undefined {
  const owner = ownerNumber(state, user)
  return owner === undefined ? undefined : state.responses.find(owner, clientId, at)
}

type Remembered = Pick<RequestRemembered, 'at' | 'user' | 'clientId' | 'until'> & FirstResponse

export function storeResponse(state: State, response: Remembered): void {
  const { user, clientId, at } = response
  const owner = expectDefined(ownerNumber(state, user), 'only requests of accounts are remembered')
  state.responses.add(owner, clientId, response)
  state.responses.dropUntil(at)
}

/** A block each: a piece is not larger than the others. */
export const save = ({ responses }: State): IdempotencyPiece[] => [
  ...responses.blocks().map((block) => ({ part: 'responses', items: [block] }) as const),
  { part: 'other-responses', items: responses.others() },
]

/** In the order in which they came, without those that are dropped late. */
export function* responseLines(state: State): Generator<object> {
  for (const { owner, ...response } of state.responses.newest())
    if (state.at < response.until) yield { remembered: ownerNamed(state, owner), ...response }
}
