import { type Refusal, refuse } from '../../contract/refusals.ts'

/** The command may or may not have been executed. A repeat with the same client id returns its result. */
export class Unavailable extends Error {}

/** What a client is sent instead of a result: 503, and whether the exchange is stopping. */
export const unavailableRefusal = (error: unknown): Refusal =>
  refuse('UNAVAILABLE', error instanceof Unavailable && error.message === 'stopping' ? { reason: 'stopping' } : {})
