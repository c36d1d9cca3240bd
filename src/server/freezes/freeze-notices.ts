/**
 * Notifies the owner of an account that it was frozen, or that its lifting was requested, on every channel older than a day.
 * Queued in the transaction that stores how far the journal was read, so a kill neither loses nor repeats a notification.
 */

import type pg from 'pg'
import type { UserId } from '../../contract/ids.ts'
import type { Event } from '../../engine/exchange.ts'
import type { Outbox } from '../email/outbox.ts'
import { queryOne } from '../postgres/query.ts'
import type { Projection } from '../read-models/projector.ts'
import type { BotNotices } from '../security/announce.ts'
import type { FreezeNotice, Frozen } from '../security/freeze-texts.ts'
import { freezeParams } from '../security/recipients.ts'
import { settledChannels } from '../users/settled-channels.ts'
import type { User } from '../users/user-row.ts'

type NoticesDeps = {
  readonly outbox: Pick<Outbox, 'queueWith' | 'wake'>
  readonly botNotices: BotNotices
}

type FreezeNotification = {
  readonly kind: FreezeNotice
  readonly user: UserId
  readonly frozen: Frozen
  readonly at: number
}

export function freezeNotices(deps: NoticesDeps): Projection {
  let isQueued = false
  return {
    name: 'freeze_notices',
    async write(client, batch) {
      for (const event of batch.flatMap(({ outcome }) => outcome.events))
        for (const notice of noticesOf(event)) {
          await queue(deps, client, notice)
          isQueued = true
        }
    },
    onWritten() {
      if (!isQueued) return
      isQueued = false
      deps.outbox.wake()
      deps.botNotices.wake()
    },
  }
}

function noticesOf(event: Event): readonly FreezeNotification[] {
  if (event.type === 'account-frozen' && event.origin !== 'integrity') {
    const { user, origin, at } = event
    return [{ kind: 'frozen', user, at, frozen: { origin, since: at, liftsAt: null } }]
  }
  if (event.type !== 'account-unfrozen' || event.origin !== 'owner') return []
  const { user, origin, at, liftsAt } = event
  return [{ kind: 'lifting', user, at, frozen: { origin, since: at, liftsAt } }]
}

/**
 * Accounts that are not of users are skipped. If the stored account differs from the record, its channels may be those of a
 * thief: its owner reads it at the next login.
 */
async function queue(
  { outbox, botNotices }: NoticesDeps,
  client: pg.ClientBase,
  { kind, user, frozen, at }: FreezeNotification,
): Promise<void> {
  const row = await queryOne<User>(client, 'select * from users where id = $1', [user])
  if (row === undefined) return
  const { email, chat } = settledChannels(row, at)
  if (email !== null) await outbox.queueWith(client, { kind, email, user, subject: user })
  const notice = { user, kind, subject: String(at), params: freezeParams(frozen), at }
  if (chat !== null) await botNotices.queueSecurity(client, notice)
}
