/** The active sessions of a user: list and revoke. */

import type { Millis, UserId } from '../../contract/ids.ts'
import { isRefused } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Clock } from '../runtime/clock.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'
import type { AccountRecords } from '../users/account-records.ts'
import type { SignedInUser } from './access-tokens.ts'
import { endOne, endOthers } from './ended-sessions.ts'
import {
  REVOKE_OTHER_SESSIONS,
  REVOKE_SESSION,
  type RevokedRow,
  type RevokedSessions,
  SESSION_MILLIS,
} from './revoked-sessions.ts'

type SessionRow = Tables['sessions']

export type Sessions = {
  /** Newest first. Without rows that were changed from outside: their sessions end. */
  list(user: UserId): Promise<readonly SessionRow[]>
  /** Undefined if the session is revoked or expired, or its row was changed from outside. */
  find(signedIn: SignedInUser): Promise<SessionRow | undefined>
  /** False if the user has no such active session. */
  revoke(by: SignedInUser, session: string): Promise<boolean>
  /** Revokes all sessions of the user except `except`. */
  revokeAll(user: UserId, except?: string): Promise<void>
}

const ACTIVE = `select * from sessions where user_id = $1 and created_at > $2
  and not exists (select from revoked_sessions r where r.session_id = sessions.id)
order by created_at desc, id`

/** Binds what a session proves: how its user logged in, on which device, and when. */
export const sessionMac = (
  key: Uint8Array,
  row: Omit<SessionRow, 'device' | 'ip_masked' | 'last_seen_at' | 'mac'>,
): Buffer => {
  const { id, user_id, login_method, device_hash, created_at, signed_in_at } = row
  const device = device_hash?.toString('hex') ?? null
  return keyedHash(key, 'session', [id, user_id, login_method, device, created_at, signed_in_at])
}

/** False for the row of another session, and for one that this server did not write. */
export const isAuthenticSession = (
  key: Uint8Array,
  row: SessionRow,
  { user, session }: Pick<SignedInUser, 'user' | 'session'>,
): boolean => row.id === session && row.user_id === user && isSameHash(row.mac, sessionMac(key, row))

type SessionsDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly records: Pick<AccountRecords, 'change'>
  readonly revokedSessions: RevokedSessions
  readonly forged: Pick<ForgedRows, 'note'>
  readonly key: Uint8Array
}

export function openSessions({ database, clock, records, revokedSessions, forged, key }: SessionsDeps): Sessions {
  const { pool } = database
  async function list(user: UserId): Promise<readonly SessionRow[]> {
    const rows = await query<SessionRow>(pool, ACTIVE, [user, clock.now() - SESSION_MILLIS])
    return rows.filter((row) => {
      const isAuthentic = isAuthenticSession(key, row, { user, session: row.id })
      if (!isAuthentic) forged.note('sessions', row.id)
      return isAuthentic
    })
  }

  return {
    list,
    find: async ({ user, session }) => (await list(user)).find(({ id }) => id === session),
    async revoke({ user, session: kept }, session) {
      const isOwn = (await list(user)).some(({ id }) => id === session)
      if (isOwn) await endSession({ database, records, revokedSessions }, user, { session, kept })
      return isOwn
    },
    async revokeAll(user, except) {
      await records.change(user, async (_client, _account, now) => ({
        patch: { user: endOthers(now, except) },
        result: {},
      }))
      await revokeListed(database, revokedSessions, { user, except, now: clock.now() })
    },
  }
}

type EndDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly records: Pick<AccountRecords, 'change'>
  readonly revokedSessions: RevokedSessions
}
type Ended = { readonly session: string; readonly kept?: string }

/** `kept`: the session that stays if all others have to end. */
export async function endSession(deps: EndDeps, user: UserId, { session, kept }: Ended): Promise<void> {
  const changed = await deps.records.change(user, async (client, account, now) => {
    await client.query(REVOKE_SESSION, [session, user, now])
    const columns = endOne(account.user, session, now, kept)
    return { patch: { user: columns }, result: { since: columns.sessions_since } }
  })
  deps.revokedSessions.add(session)
  if (isRefused(changed) || changed.since === undefined) return
  await revokeListed(deps.database, deps.revokedSessions, { user, except: kept, now: changed.since })
}

/** Ends access tokens and sockets. The table serves the time after a restart, and sessions that begin at this millisecond. */
export async function revokeListed(
  { pool }: Pick<Database, 'pool'>,
  revokedSessions: RevokedSessions,
  { user, except, now }: { readonly user: UserId; readonly except?: string | undefined; readonly now: Millis },
): Promise<void> {
  revokedSessions.addBefore(user, { since: now, kept: except ?? null })
  const values = [user, except ?? null, now, now - SESSION_MILLIS]
  for (const { session_id } of await query<RevokedRow>(pool, REVOKE_OTHER_SESSIONS, values))
    revokedSessions.add(session_id)
}
