/** The queue of notifications: each is sent at most once, within an hour, and each chat gets one per second. */

import type { Millis, UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, type Queryable, queryOne } from '../postgres/query.ts'
import type { SecurityNotice } from '../postgres/tables.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { NotificationKind } from './settings.ts'

export type NewNotification = {
  readonly user: UserId
  readonly kind: NotificationKind | SecurityNotice
  /** Uuid of the order, the login or the addition; a subject is queued once per kind. */
  readonly subject: string
  readonly text: string
  readonly at: Millis
}

/** A security notification: sent to this chat, whatever the user enabled. */
export type Notice = NewNotification & { readonly kind: SecurityNotice; readonly chat: number }

export type ClaimedNotification = {
  readonly id: number
  readonly user: UserId
  readonly kind: NewNotification['kind']
  readonly subject: string
  readonly chat: number
  readonly text: string
}

export type NotificationQueue = {
  /** Ignores notifications that the user has not enabled. */
  add(notifications: readonly NewNotification[]): Promise<void>
  /** As part of a transaction. */
  addNotice(client: Queryable, notice: Notice): Promise<void>
  /** The next notification that is still enabled, or the milliseconds until it is due; undefined if the queue is empty. */
  claim(): Promise<ClaimedNotification | Millis | undefined>
  /** Returns a notification that was not delivered. */
  release(id: number): Promise<void>
}

/** Older notifications are not sent. */
export const MAX_NOTIFICATION_AGE_MILLIS: Millis = 60 * 60 * 1_000
/** As long as the undo link is valid. */
const MAX_NOTICE_AGE_MILLIS: Millis = 72 * 60 * 60 * 1_000
const CHAT_INTERVAL_MILLIS: Millis = 1_000

const IS_ENABLED = `case n.kind when 'order_filled' then s.order_filled else s.sign_in end`

const WAITING = `notifications n
  left join notification_settings s on s.user_id = n.user_id
  join users u on u.id = n.user_id
  where n.claimed_at is null and n.at > case when n.chat is null then $1::bigint else $2 end
    and (n.chat is not null or (u.telegram_id is not null and ${IS_ENABLED}))`

const ADD = `insert into notifications (user_id, kind, subject_id, body, at)
select n.* from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::bigint[])
  as n (user_id, kind, subject_id, body, at)
join notification_settings s on s.user_id = n.user_id
where ${IS_ENABLED}
on conflict do nothing`

/** $1, $2: see `NEXT_DUE`. $3: now. $4: when the chat may get its next notification. */
const CLAIM = `with next as (
  select n.id, n.user_id, coalesce(n.chat, u.telegram_id) as chat from ${WAITING} and coalesce(s.quiet_until, 0) <= $3
  order by n.id limit 1 for update of n skip locked
), quiet as (
  update notification_settings s set quiet_until = $4 from next where s.user_id = next.user_id
)
update notifications n set claimed_at = $3 from next where n.id = next.id
returning n.id, n.user_id as user, n.kind, n.subject_id as subject, next.chat, n.body as text`

/** $1, $2: the oldest notification and the oldest notice that are still sent. */
const NEXT_DUE = `select min(coalesce(s.quiet_until, 0)) as due from ${WAITING}`

/** Rows are kept for an hour: after a restart the same events may be delivered to the listeners again. */
const DELETE_OLD = 'delete from notifications where chat is null and at <= $1'
const DELETE_OLD_NOTICES = 'delete from notifications where chat is not null and at <= $1'

const ADD_NOTICE = `insert into notifications (user_id, kind, subject_id, body, at, chat)
values ($1, $2, $3, $4, $5, $6) on conflict do nothing`

export function openNotificationQueue({ pool }: Database, clock: CleanupClock): NotificationQueue {
  return {
    async add(notifications) {
      const column = <T>(read: (each: NewNotification) => T): T[] => notifications.map(read)
      await execute(pool, ADD, [
        column(({ user }) => user),
        column(({ kind }) => kind),
        column(({ subject }) => subject),
        column(({ text }) => text),
        column(({ at }) => at),
      ])
    },
    async addNotice(client, { user, kind, subject, text, at, chat }) {
      await execute(client, ADD_NOTICE, [user, kind, subject, text, at, chat])
    },
    async claim() {
      const now = clock.now()
      await deleteOld(pool, clock, DELETE_OLD, MAX_NOTIFICATION_AGE_MILLIS)
      await deleteOld(pool, clock, DELETE_OLD_NOTICES, MAX_NOTICE_AGE_MILLIS)
      const oldest = [now - MAX_NOTIFICATION_AGE_MILLIS, now - MAX_NOTICE_AGE_MILLIS]
      const claimed = await queryOne<ClaimedNotification>(pool, CLAIM, [...oldest, now, now + CHAT_INTERVAL_MILLIS])
      if (claimed !== undefined) return claimed
      const due = (await queryOne<{ due: Millis | null }>(pool, NEXT_DUE, oldest))?.due ?? undefined
      return due && Math.max(1, due - now)
    },
    async release(id) {
      await execute(pool, 'update notifications set claimed_at = null where id = $1', [id])
    },
  }
}
