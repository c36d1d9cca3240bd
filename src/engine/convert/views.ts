/** Conversions for readers outside the engine. */

import type { Conversion } from '../../contract/convert/conversion.ts'
import type { Millis, OrderId, UserId } from '../../contract/ids.ts'
import { findResponse } from '../idempotency/state.ts'
import type { State } from '../state.ts'
import { FIRST_LEG } from './convert.ts'

/** Legs are orders in the journal, but not for users: they see the conversion. */
export const isConversionLeg = (order: OrderId): boolean => order > FIRST_LEG

/** The conversion that was executed with this client id; it is known for two minutes after the request expired. */
export function conversionOf(state: State, user: UserId, clientId: string, at: Millis): Conversion | undefined {
  const answer = findResponse(state, user, clientId, at)?.answer
  return answer !== undefined && 'converted' in answer ? answer.converted : undefined
}
