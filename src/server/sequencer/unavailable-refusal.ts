import { type Refusal, refuse } from '../../contract/refusals.ts'
import { Unavailable } from './sequencer.ts'

/** What a client is sent instead of a result: 503, and whether the exchange is stopping. */
export const unavailableRefusal = (error: unknown): Refusal =>
  refuse('UNAVAILABLE', error instanceof Unavailable && error.message === 'stopping' ? { reason: 'stopping' } : {})
