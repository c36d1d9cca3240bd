import type { Millis } from '../../contract/ids.ts'

/** `2026-11-21 14:30`, UTC. */
export const minute = (at: Millis): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
