/**
 * Revoked sessions. Revocations are permanent in the database; recent ones are also kept in memory until the last access
 * token of the session has expired.
 */

import type { Millis, UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import { ACCESS_MILLIS, type SignedInUser } from './access-tokens.ts'

/** A session ends after this long, however often it is refreshed. */
export const SESSION_MILLIS = 60 * 24 * 60 * 60 * 1_000

const KEPT_MILLIS = 2 * ACCESS_MILLIS

/** All sessions of a user that began before a time, except one. */
type EndedBefore = { readonly since: Millis; readonly kept: string | null }

export const beganBefore = ({ session, sessionExpiresAt }: SignedInUser, { since, kept }: EndedBefore): boolean =>
  sessionExpiresAt - SESSION_MILLIS < since && session !== kept

export type RevokedSessions = {
  isRevoked(signedIn: SignedInUser): boolean
  /** Refuses the session's access tokens from now on and calls the listeners. */
  add(session: string): void
  /** `add` for all that began before, also those whose rows were deleted. */
  addBefore(user: UserId, ended: EndedBefore): void
  onRevoked(listener: () => void): void
  /** Deletes the rows of sessions whose tokens have all expired. */
  deleteOld(): Promise<void>
}

const DELETE_OLD = 'delete from revoked_sessions where revoked_at <= $1'

export async function openRevokedSessions({ pool }: Database, clock: CleanupClock): Promise<RevokedSessions> {
  const revoked = new Map<string, Millis>()
  const ended = new Map<UserId, EndedBefore>()
  const listeners: (() => void)[] = []
  const opened = clock.now()
  const recent = 'select session_id, revoked_at from revoked_sessions where revoked_at > $1 order by revoked_at'
  for (const row of await query<Tables['revoked_sessions']>(pool, recent, [opened - KEPT_MILLIS]))
    revoked.set(row.session_id, row.revoked_at)

  /** Both maps are in order of revocation. */
  function dropExpired(): void {
    const oldest = clock.now() - KEPT_MILLIS
    for (const [session, at] of revoked) {
      if (at >= oldest) break
      revoked.delete(session)
    }
    for (const [user, { since }] of ended) {
      if (since >= oldest) break
      ended.delete(user)
    }
  }

  function callListeners(): void {
    for (const listener of listeners) listener()
  }

  return {
    deleteOld: () => deleteOld(pool, clock, DELETE_OLD, SESSION_MILLIS),
    isRevoked(signedIn) {
      const before = ended.get(signedIn.user)
      return revoked.has(signedIn.session) || (before !== undefined && beganBefore(signedIn, before))
    },
    add(session) {
      dropExpired()
      revoked.set(session, clock.now())
      callListeners()
    },
    addBefore(user, before) {
      dropExpired()
      ended.delete(user)
      ended.set(user, before)
      callListeners()
    },
    onRevoked: (listener) => void listeners.push(listener),
  }
}

/** For use in a transaction; the caller calls `add` after the commit. Parameters: session, user, now. */
export const REVOKE_SESSION = `insert into revoked_sessions (session_id, user_id, revoked_at) values ($1, $2, $3)
on conflict do nothing`

/** Revokes all sessions of a user, whose row may be gone, but $2; returns their ids. Parameters: user, session or null, now, oldest start. */
export const REVOKE_OTHER_SESSIONS = `with listed as (
  select id, user_id from sessions where user_id = $1 and id is distinct from $2::uuid and created_at > $4
), stored as (
  insert into revoked_sessions (session_id, user_id, revoked_at)
  select listed.id, user_id, $3 from listed join users on users.id = user_id on conflict do nothing
)
select id as session_id from listed`

export type RevokedRow = Pick<Tables['revoked_sessions'], 'session_id'>
