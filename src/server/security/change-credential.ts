/**
 * Changes a credential. The same transaction revokes all other sessions and increments `credentials_version`, so that a
 * login or a reauthentication from before the change is refused. It also deletes the pending email links and emails that
 * the user requested: a revoked session may have requested them. Security notifications stay.
 */

import type pg from 'pg'
import type { Millis, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { query, queryOne } from '../postgres/query.ts'
import { transaction } from '../postgres/transaction.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import {
  REVOKE_OTHER_SESSIONS,
  type RevokedRow,
  type RevokedSessions,
  SESSION_MILLIS,
} from '../sessions/revoked-sessions.ts'
import type { User } from '../users/user-row.ts'
import type { Announce } from './announce.ts'

type CredentialChange<T> = {
  /** Name of the log event. */
  readonly event: `security.${string}`
  readonly user: UserId
  /** The session that is kept; undefined revokes all. */
  readonly session: string | undefined
  /** The device that asked for the change: if it is known to the account, it stays known. */
  readonly device: ClientDevice
  /** `credentials_version` at the time of the reauthentication; undefined if `change` verifies a code itself. */
  readonly version: number | undefined
  /** How long withdrawals are paused; 0 leaves a running pause as it is. */
  readonly holdMillis: Millis
  /** A refusal changes nothing. */
  readonly change: (client: pg.ClientBase, now: Millis) => Promise<T | Refusal>
}

export type ChangeCredential = <T extends object>(change: CredentialChange<T>) => Promise<T | Refusal>

export const HOLD_MILLIS = 24 * 60 * 60 * 1_000

export const OK = { status: 'ok' } as const

type Deps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly announce: Pick<Announce, 'send'>
  readonly devices: Pick<KnownDevices, 'renew'>
}

export const credentialChanger =
  ({ database, clock, log, announce, devices }: Deps, revokedSessions: RevokedSessions): ChangeCredential =>
  async ({ event, user, session, device, version, holdMillis, change }) => {
    const now = clock.now()
    const { result, revoked, before } = await transaction(database.pool, 'begin', async (client) => {
      const before = await lockVersion(client, user)
      const isCurrent = version === undefined || version === before
      const result = isCurrent ? await change(client, now) : refuse('REAUTH_REQUIRED', { by: 'sign-in' })
      if (isRefused(result)) return { result, revoked: [], before }
      await client.query(INCREMENT_VERSION, [user, holdMillis > 0 ? now + holdMillis : null])
      await client.query(DELETE_PENDING_EMAILS, [user])
      const values = [user, session ?? null, now, now - SESSION_MILLIS]
      return { result, revoked: await query<RevokedRow>(client, REVOKE_OTHER_SESSIONS, values), before }
    })
    for (const { session_id } of revoked) revokedSessions.add(session_id)
    if (!isRefused(result)) {
      announce.send()
      if (before !== undefined) await devices.renew({ id: user, credentials_version: before }, device)
      log.info({ event, user, revokedSessions: revoked.length }, 'changed a credential')
    }
    return result
  }

/** Until the end of the transaction no other credential change and no new session of this user can commit. */
async function lockVersion(client: pg.ClientBase, user: UserId): Promise<number | undefined> {
  return (await queryOne<Pick<User, 'credentials_version'>>(client, LOCK, [user]))?.credentials_version
}

const LOCK = 'select credentials_version from users where id = $1 for no key update'

const DELETE_PENDING_EMAILS = `with queued as (delete from email_queue where user_id = $1 and subject_id is null)
delete from email_tokens where user_id = $1`

const INCREMENT_VERSION = `update users set credentials_version = credentials_version + 1,
  withdraw_hold_until = coalesce($2, withdraw_hold_until)
where id = $1`
