/**
 * Changes a credential. The same transaction revokes all other sessions and increments `credentials_version`, so that a
 * login or a reauthentication from before the change is refused. It also deletes the pending email links and emails that
 * the user requested: a revoked session may have requested them. Security notifications stay.
 */

import type { Millis, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { query } from '../postgres/query.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Log } from '../runtime/log.ts'
import { endOthers } from '../sessions/ended-sessions.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import {
  REVOKE_OTHER_SESSIONS,
  type RevokedRow,
  type RevokedSessions,
  SESSION_MILLIS,
} from '../sessions/revoked-sessions.ts'
import type { AccountChange, AccountRecords } from '../users/account-records.ts'
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
  readonly change: AccountChange<T>
}

export type ChangeCredential = <T extends object>(change: CredentialChange<T>) => Promise<T | Refusal>

export const HOLD_MILLIS = 24 * 60 * 60 * 1_000

export const OK = { status: 'ok' } as const

type Deps = {
  readonly records: AccountRecords
  readonly log: Log
  readonly announce: Pick<Announce, 'send'>
  readonly devices: Pick<KnownDevices, 'renew'>
}

export const credentialChanger =
  ({ records, log, announce, devices }: Deps, revokedSessions: RevokedSessions): ChangeCredential =>
  async ({ event, user: id, session, device, version, holdMillis, change }) => {
    const changed = await records.change(id, async (client, account, now) => {
      const before = account.user
      if (version !== undefined && version !== before.credentials_version)
        return refuse('REAUTH_REQUIRED', { by: 'sign-in' })
      const answer = await change(client, account, now)
      if (isRefused(answer)) return answer
      await client.query(DELETE_PENDING_EMAILS, [id])
      const revoked = await query<RevokedRow>(client, REVOKE_OTHER_SESSIONS, [
        id,
        session ?? null,
        now,
        now - SESSION_MILLIS,
      ])
      const user = {
        ...answer.patch.user,
        ...endOthers(now, session),
        credentials_version: before.credentials_version + 1,
        ...(holdMillis > 0 && { withdraw_hold_until: now + holdMillis }),
      }
      const patch = { ...answer.patch, user }
      return { patch, result: { result: answer.result, revoked, before, since: now } }
    })
    if (isRefused(changed)) return changed
    const { result, revoked, before, since } = changed
    revokedSessions.addBefore(id, { since, kept: session ?? null })
    for (const { session_id } of revoked) revokedSessions.add(session_id)
    announce.send()
    await devices.renew(before, device)
    log.info({ event, user: id, revokedSessions: revoked.length }, 'changed a credential')
    return result
  }

const DELETE_PENDING_EMAILS = `with queued as (delete from email_queue where user_id = $1 and subject_id is null)
delete from email_tokens where user_id = $1`
