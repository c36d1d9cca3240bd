/** The active sessions of a user: list and revoke. */

import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Clock } from '../runtime/clock.ts'
import type { SignedInUser } from './access-tokens.ts'
import {
  REVOKE_OTHER_SESSIONS,
  REVOKE_SESSION,
  type RevokedRow,
  type RevokedSessions,
  SESSION_MILLIS,
} from './revoked-sessions.ts'

type SessionRow = Tables['sessions']

export type Sessions = {
  /** Newest first. */
  list(user: UserId): Promise<readonly SessionRow[]>
  /** Undefined if the session is revoked or expired. */
  find(signedIn: SignedInUser): Promise<SessionRow | undefined>
  /** False if the user has no such active session. */
  revoke(user: UserId, session: string): Promise<boolean>
  /** Revokes all sessions of the user except `except`. */
  revokeAll(user: UserId, except?: string): Promise<void>
}

const ACTIVE = `select * from sessions where user_id = $1 and created_at > $2
  and not exists (select from revoked_sessions r where r.session_id = sessions.id)
order by created_at desc, id`

export function openSessions({ pool }: Database, clock: Clock, revokedSessions: RevokedSessions): Sessions {
  const list = (user: UserId): Promise<readonly SessionRow[]> =>
    query<SessionRow>(pool, ACTIVE, [user, clock.now() - SESSION_MILLIS])

  return {
    list,
    find: async ({ user, session }) => (await list(user)).find(({ id }) => id === session),
    async revoke(user, session) {
      const isOwn = (await list(user)).some(({ id }) => id === session)
      if (!isOwn) return false
      await execute(pool, REVOKE_SESSION, [session, user, clock.now()])
      revokedSessions.add(session)
      return true
    },
    async revokeAll(user, except) {
      const now = clock.now()
      const values = [user, except ?? null, now, now - SESSION_MILLIS]
      const revoked = await query<RevokedRow>(pool, REVOKE_OTHER_SESSIONS, values)
      for (const { session_id } of revoked) revokedSessions.add(session_id)
    },
  }
}
