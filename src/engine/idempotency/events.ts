import type { Conversion } from '../../contract/convert/conversion.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Refusal } from '../../contract/refusals.ts'

/**
 * The first response to a client id. A request that repeats the id gets the same response. That a request placed an order is
 * in the event of its order.
 */
export type RequestRemembered = {
  readonly type: 'request-remembered'
  readonly at: Millis
  readonly user: UserId
  readonly clientId: string
  /** When it is no longer kept. */
  readonly until: Millis
  /** The request hash. */
  readonly body: number
  readonly answer: { readonly converted: Conversion } | { readonly refused: StoredRefusal }
}

/** Persisted without the tag of a `Refusal`; the tag is added when it leaves the event. */
export type StoredRefusal = Pick<Refusal, 'code' | 'params'> & { readonly refused?: never }
