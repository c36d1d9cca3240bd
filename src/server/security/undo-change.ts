/** The effect of an undo link: removes what was added, ends all sessions, and works once. */

import type { Ok } from '../../contract/call.ts'
import type { Millis } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { execute, isUniqueViolation } from '../postgres/query.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import type { AccountPatch, AccountRecord } from '../users/account-record.ts'
import { LOGIN_METHOD_COLUMNS, methodSince } from '../users/login-methods.ts'
import { unusablePassword } from '../users/unusable-password.ts'
import type { User } from '../users/user-row.ts'
import type { Announce, Undo } from './announce.ts'
import { type ChangeCredential, HOLD_MILLIS, OK } from './change-credential.ts'
import { WITHOUT_TWO_FACTOR } from './two-factor.ts'
import type { UndoLinks } from './undo-links.ts'

export type UndoChange = {
  /** The link that undoes an addition, for the chat that its owner was notified in; undefined for any other chat. */
  linkForChat(undo: string, chat: number): Promise<string | undefined>
  /** What a link undoes; using it changes nothing. */
  inspect(token: string): Promise<Undo | Refusal>
  undo(token: string, device: ClientDevice): Promise<Ok | Refusal>
}

type UndoDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly links: UndoLinks
  readonly announce: Announce
  readonly changeCredential: ChangeCredential
}

const USE = 'update credential_undos set used_at = $2 where id = $1 and used_at is null'

export function openUndoChange(deps: UndoDeps): UndoChange {
  const { database, clock, links, announce, changeCredential } = deps
  /** Since the start: rows can be changed. */
  const used = new Set<string>()

  async function inspect(token: string): Promise<Undo | Refusal> {
    const id = links.read(token)
    const undo = id === undefined ? undefined : await links.find(database.pool, id)
    if (undo === undefined) return refuse('UNDO_INVALID')
    if (undo.used_at !== null || used.has(undo.id)) return refuse('UNDO_USED')
    return clock.now() >= undo.expires_at ? refuse('UNDO_EXPIRED') : undo
  }

  return {
    async linkForChat(id, chat) {
      const undo = await links.find(database.pool, id)
      return undo?.notified_chat === chat ? links.linkOf(id) : undefined
    },
    inspect,
    async undo(token, device) {
      const undo = await inspect(token)
      if (isRefused(undo)) return undo
      const changed = await changeCredential<Ok>({
        event: 'security.change_undone',
        user: undo.user_id,
        session: undefined,
        device,
        version: undefined,
        holdMillis: HOLD_MILLIS,
        async change(client, account, now) {
          if (used.has(undo.id) || (await execute(client, USE, [undo.id, now])) === 0) return refuse('UNDO_USED')
          const patch = withoutChange(undo, account)
          await announce.undone(client, undo, { ...account.user, ...patch.user }, now)
          return { patch, result: OK }
        },
      }).catch(refuseTaken)
      if (!isRefused(changed)) used.add(undo.id)
      return changed
    },
  }
}

/** The former address belongs to another account by now. */
function refuseTaken(error: unknown): Refusal {
  if (isUniqueViolation(error, 'users')) return refuse('EMAIL_TAKEN')
  throw error
}

/** Removes what was added then, or since then in its place. */
function withoutChange(undo: Undo, { user, secondFactor }: AccountRecord): AccountPatch {
  const columns = withoutAddition(undo, user)
  const isTwoFactor = undo.change === '2fa' && isSince(secondFactor?.enabledAt ?? null, undo.at)
  return {
    ...(isTwoFactor && WITHOUT_TWO_FACTOR),
    user: { ...columns, ...withoutNewPassword(undo, { ...user, ...columns }) },
  }
}

const isSince = (since: Millis | null, at: Millis): boolean => since !== null && since >= at

function withoutAddition({ change, at, former_email, former_email_confirmed }: Undo, user: User): Partial<User> {
  switch (change) {
    case 'telegram':
    case 'google':
      return isSince(methodSince(user, change), at) ? LOGIN_METHOD_COLUMNS[change].unlinked : {}
    case 'email':
      return isSince(user.email_since, at)
        ? { email: former_email, email_confirmed: former_email_confirmed, email_since: null }
        : {}
    case '2fa':
    case 'password':
      return {}
  }
}

/**
 * A password set or changed since the addition no longer works. An account without another login method keeps an
 * unusable one, and its owner resets it by email.
 */
function withoutNewPassword({ at }: Undo, user: User): Partial<User> {
  const { password_hash, password_since, password_changed_at, telegram_id, google_sub } = user
  const isNew = isSince(password_since, at) || isSince(password_changed_at, at)
  if (password_hash === null || !isNew) return {}
  return telegram_id === null && google_sub === null
    ? { password_hash: unusablePassword() }
    : { password_hash: null, password_since: null, password_changed_at: null }
}
