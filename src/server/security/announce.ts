/**
 * Notifies the owner of an account about an addition to its credentials, and about the use of an undo link, on every
 * channel that is older than the addition. A channel younger than one day receives nothing: it may be an impostor's.
 */

import { randomUUID } from 'node:crypto'
import type { CredentialAddition } from '../../contract/account/views.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Outbox } from '../email/outbox.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, type Queryable } from '../postgres/query.ts'
import type { SecurityNotice, Tables } from '../postgres/tables.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import { settledChannels } from '../users/settled-channels.ts'
import type { User } from '../users/user-row.ts'
import { type NoticeParams, undoParams } from './recipients.ts'
import type { UndoLinks } from './undo-links.ts'
import type { UndoNotice } from './undo-texts.ts'

export type Undo = Tables['credential_undos']

/** The bot's queue. Without a bot, nothing is queued. */
export type BotNotices = {
  queueSecurity(client: Queryable, notice: BotNotice): Promise<void>
  /** Sends what is queued, after the transaction. */
  wake(): void
}

type BotNotice = {
  readonly user: UserId
  readonly kind: SecurityNotice
  readonly subject: string
  readonly params: NoticeParams
  readonly at: Millis
}

type Addition = {
  readonly change: CredentialAddition
  /** As it was before the addition. */
  readonly user: User
  readonly device: ClientDevice
  readonly now: Millis
}

export type Announce = {
  /** As part of the transaction that adds the credential. */
  added(client: Queryable, addition: Addition): Promise<void>
  /** As part of the transaction that undoes it. `user` is the account after the undo. */
  undone(client: Queryable, undo: Undo, user: User, now: Millis): Promise<void>
  /** After the transaction. */
  send(): void
}

type AnnounceDeps = {
  readonly outbox: Pick<Outbox, 'queueWith' | 'wake'>
  readonly botNotices: BotNotices
  readonly undoLinks: Pick<UndoLinks, 'macOf' | 'undoneProof'>
  readonly clock: CleanupClock
}

/** How long an addition can be undone. Until then, a login method that is older cannot be unlinked. */
export const UNDO_MILLIS: Millis = 72 * 60 * 60 * 1_000

const INSERT = `insert into credential_undos
  (id, user_id, change, device, ip_masked, former_email, former_email_confirmed, at, expires_at, notified_email,
    notified_chat, mac)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

/** Rows are kept for a while, so that an expired link is recognised. */
const DELETE_OLD = 'delete from credential_undos where expires_at <= $1'
const KEPT_MILLIS = 30 * 24 * 60 * 60 * 1_000

export function openAnnounce({ outbox, botNotices, undoLinks, clock }: AnnounceDeps): Announce {
  async function notify(client: Queryable, kind: UndoNotice, undo: Undo, user: User, now: Millis): Promise<void> {
    const { id: subject } = undo
    const { email, chat } = settledChannels(user, now)
    if (email !== null) {
      const proof = kind === 'undone' ? undoLinks.undoneProof(subject, email) : null
      await outbox.queueWith(client, { kind, email, user: user.id, subject, proof })
    }
    const params = undoParams(undo)
    if (chat !== null) await botNotices.queueSecurity(client, { user: user.id, kind, subject, params, at: now })
  }

  return {
    async added(client, { change, user, device, now }) {
      const former = change === 'email' ? user : { email: null, email_confirmed: false }
      const { email: notified_email, chat: notified_chat } = settledChannels(user, now)
      const row = {
        id: randomUUID(),
        user_id: user.id,
        change,
        device: device.name,
        ip_masked: device.ipMasked,
        former_email: former.email,
        former_email_confirmed: former.email_confirmed,
        at: now,
        expires_at: now + UNDO_MILLIS,
        notified_email,
        notified_chat,
      }
      const undo: Undo = { ...row, used_at: null, mac: undoLinks.macOf(row) }
      await deleteOld(client, clock, DELETE_OLD, KEPT_MILLIS)
      await execute(client, INSERT, [...Object.values(row), undo.mac])
      await notify(client, 'added', undo, user, now)
    },
    undone: (client, undo, user, now) => notify(client, 'undone', undo, user, now),
    send() {
      outbox.wake()
      botNotices.wake()
    },
  }
}
