import type { Millis } from '../../contract/ids.ts'

/** ISO 8601, UTC. */
export const isoTime = (at: Millis): string => new Date(at).toISOString()
