/** What the bot has to send: each notification at most once, within an hour, and each chat gets one per second. */

import type { Millis, UserId } from '../../contract/ids.ts'
import type { NotificationKind } from '../../contract/notifications/kinds.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, type Queryable, queryOne } from '../postgres/query.ts'
import { randomId } from '../postgres/random-id.ts'
import type { SecurityNotice } from '../postgres/tables.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { OwnRows } from './own-rows.ts'
import { ASKING_KINDS } from './settings.ts'
import { MAX_NOTIFICATION_AGE_MILLIS, type TextParams } from './store.ts'

/** A security notification: sent whatever the user enabled, also in quiet hours. Not shown in the app. */
export type SecurityNotification = {
  readonly user: UserId
  readonly kind: SecurityNotice
  /** The addition to the credentials, or the time of the freeze or of its end; a subject is queued once per kind. */
  readonly subject: string
  /** The values of its text. */
  readonly params: TextParams
  readonly at: Millis
}

export type ClaimedNotification = {
  readonly id: number
  readonly user: UserId
  readonly about: string
  readonly params: TextParams
  readonly at: Millis
  readonly kind: NotificationKind | SecurityNotice
  /** The user has not enabled it: the bot asks with it. */
  readonly asks: boolean
}

export type NotificationQueue = {
  /** As part of a transaction. */
  addSecurity(client: Queryable, notice: SecurityNotification): Promise<void>
  /**
   * The next notification that is still enabled, or the milliseconds until it is due; undefined if the queue is empty. A row
   * that this server did not write, or that is too old, is dropped.
   */
  claim(): Promise<ClaimedNotification | Millis | undefined>
  /** Returns a notification that was not delivered. */
  release(id: number): Promise<void>
}

/** As long as the undo link is valid. */
const MAX_NOTICE_AGE_MILLIS: Millis = 72 * 60 * 60 * 1_000
const CHAT_INTERVAL_MILLIS: Millis = 1_000

const SECURITY_KINDS: readonly string[] = ['added', 'undone', 'frozen', 'lifting'] satisfies SecurityNotice[]
export const isSecurity = (kind: ClaimedNotification['kind']): kind is SecurityNotice => SECURITY_KINDS.includes(kind)
const SECURITY = `('${SECURITY_KINDS.join("', '")}')`

/** Null for a user who has changed nothing. */
const ASKS = `(n.kind in ('${ASKING_KINDS.join("', '")}') and s.bot_asked is not true)`

/** $1, $2: the oldest notification and the oldest notice that are still sent. */
const WAITING = `notifications n
  left join notification_settings s on s.user_id = n.user_id
  join users u on u.id = n.user_id
  where n.due_at is not null and n.claimed_at is null and n.at > $2
    and (n.kind in ${SECURITY} or (n.at > $1 and u.telegram_id is not null and (n.kind = any(s.bot_kinds) or ${ASKS})))`

/** $3: now. $4: when a chat that gets one now may get its next notification. A row that says later is of another program. */
const DUE = 'greatest(n.due_at, case when s.bot_paused_until <= $4 then s.bot_paused_until else 0 end)'

const CLAIM = `with next as (
  select n.id, n.user_id, ((n.kind = any(s.bot_kinds)) is not true and ${ASKS}) as asks from ${WAITING} and ${DUE} <= $3
  order by n.at, n.id limit 1 for update of n skip locked
), paused as (
  update notification_settings s set bot_paused_until = $4 from next where s.user_id = next.user_id
)
update notifications n set claimed_at = $3 from next where n.id = next.id
returning n.id, n.user_id as user, n.kind, n.about, n.params, n.at, n.mac, next.asks`

const NEXT_DUE = `select min(${DUE}) as due from ${WAITING} and $3::bigint is not null`

const DELETE_OLD_NOTICES = `delete from notifications where kind in ${SECURITY} and at <= $1`

type ClaimedRow = ClaimedNotification & { readonly mac: Buffer }

const ADD_NOTICE = `insert into notifications (user_id, kind, about, params, at, due_at, mac, id)
overriding system value values ($1, $2, $3, $4, $5, $5, $6, $7) on conflict do nothing`

export function openNotificationQueue({ pool }: Database, clock: CleanupClock, rows: OwnRows): NotificationQueue {
  return {
    async addSecurity(client, { user, kind, subject: about, params, at }) {
      const mac = rows.macOf({ user, kind, about, params, at })
      const add = () => execute(client, ADD_NOTICE, [user, kind, about, JSON.stringify(params), at, mac, randomId()])
      if ((await add()) === 0 && (await rows.removeOthers(client, [{ user, kind, about, day: null }]))) await add()
    },
    async claim() {
      const now = clock.now()
      await deleteOld(pool, clock, DELETE_OLD_NOTICES, MAX_NOTICE_AGE_MILLIS)
      const oldest = [now - MAX_NOTIFICATION_AGE_MILLIS, now - MAX_NOTICE_AGE_MILLIS]
      const values = [...oldest, now, now + CHAT_INTERVAL_MILLIS]
      // Another program can have written a row, or replaced the operators of the query.
      const isRight = (row: ClaimedRow): boolean =>
        rows.isAuthentic(row) &&
        row.at > now - (isSecurity(row.kind) ? MAX_NOTICE_AGE_MILLIS : MAX_NOTIFICATION_AGE_MILLIS)
      let claimed = await queryOne<ClaimedRow>(pool, CLAIM, values)
      while (claimed !== undefined && !isRight(claimed)) claimed = await queryOne<ClaimedRow>(pool, CLAIM, values)
      if (claimed !== undefined) return claimed
      const due = (await queryOne<{ due: Millis | null }>(pool, NEXT_DUE, values))?.due ?? undefined
      return due && Math.max(1, due - now)
    },
    async release(id) {
      await execute(pool, 'update notifications set claimed_at = null where id = $1', [id])
    },
  }
}
