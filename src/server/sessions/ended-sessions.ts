/**
 * Which sessions of an account have ended, as a part of its record: rows of sessions can be deleted or put back. The table
 * of revoked sessions serves access tokens only.
 */

import type { Millis } from '../../contract/ids.ts'
import type { User } from '../users/user-row.ts'
import type { SignedInUser } from './access-tokens.ts'
import { beganBefore } from './revoked-sessions.ts'

/** Of sessions that were ended alone, the newest are known. */
const MAX_ENDED = 100

/** All that began before now have ended, except `kept`. */
export const endOthers = (now: Millis, kept: string | undefined): Partial<User> => ({
  sessions_since: now,
  kept_session: kept ?? null,
  ended_sessions: [],
})

export const endOne = ({ ended_sessions }: User, session: string): Partial<User> => ({
  ended_sessions: [...ended_sessions, session].slice(-MAX_ENDED),
})

export function hasEnded(user: User, signedIn: SignedInUser): boolean {
  const ended = { since: user.sessions_since, kept: user.kept_session }
  return beganBefore(signedIn, ended) || user.ended_sessions.includes(signedIn.session)
}
