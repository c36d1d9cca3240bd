/**
 * Which sessions of an account have ended, as a part of its record: rows of sessions can be deleted or put back. The table
 * of revoked sessions serves access tokens only.
 */

import type { Millis } from '../../contract/ids.ts'
import type { User } from '../users/user-row.ts'
import type { SignedInUser } from './access-tokens.ts'
import { beganBefore } from './revoked-sessions.ts'

/** Of sessions that were ended alone. Before one of them is forgotten, all sessions end. */
const MAX_ENDED = 100

/** All that began before now have ended, except `kept`. */
export const endOthers = (now: Millis, kept: string | undefined): Partial<User> => ({
  sessions_since: now,
  kept_session: kept ?? null,
  ended_sessions: [],
})

/** If too many were ended alone, also all others, except `kept`. */
export function endOne({ ended_sessions }: User, session: string, now: Millis, kept?: string): Partial<User> {
  if (ended_sessions.includes(session)) return { ended_sessions }
  if (ended_sessions.length < MAX_ENDED) return { ended_sessions: [...ended_sessions, session] }
  // Itself as well: it may have begun at this millisecond.
  return { ...endOthers(now, kept), ended_sessions: [session] }
}

export function hasEnded(user: User, signedIn: SignedInUser): boolean {
  const ended = { since: user.sessions_since, kept: user.kept_session }
  return beganBefore(signedIn, ended) || user.ended_sessions.includes(signedIn.session)
}
