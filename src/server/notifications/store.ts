/** The notifications of all users. Each is stored once per user, kind and subject, and kept for 30 days. */

import type { Millis, UserId } from '../../contract/ids.ts'
import { type NotificationKind, UNPROMPTED_KINDS } from '../../contract/notifications/kinds.ts'
import { type PageInput, placeNumbers } from '../../contract/paging.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, query, queryOne } from '../postgres/query.ts'
import { randomId } from '../postgres/random-id.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { OwnRows } from './own-rows.ts'
import { endOfQuietHours } from './quiet-hours.ts'
import type { NotificationSettings } from './settings.ts'

/** The values of the text of a notification. */
export type TextParams = Readonly<Record<string, string | number>>

export type NewNotification = {
  readonly user: UserId
  readonly kind: NotificationKind
  /** What it is about: an order, a login, a mining run … A subject is stored once per user and kind. */
  readonly about: string
  readonly params: TextParams
  readonly at: Millis
}

export type ListedNotification = {
  readonly id: number
  readonly kind: NotificationKind
  readonly params: TextParams
  readonly at: Millis
  readonly isRead: boolean
}

export type NotificationStore = {
  /** Stores those that their users want, for the channels on which they want them. */
  add(notifications: readonly NewNotification[]): Promise<void>
  /** Newest first; one more than `limit` if there are more. Without rows that this server did not write. */
  list(user: UserId, page: PageInput): Promise<readonly ListedNotification[]>
  countUnread(user: UserId): Promise<number>
  /** Undefined: all. */
  markRead(user: UserId, upTo: number | undefined): Promise<void>
  /** Deletes what is older than 30 days. */
  deleteOld(): Promise<void>
}

/** The bot sends no older notifications. */
export const MAX_NOTIFICATION_AGE_MILLIS: Millis = 60 * 60 * 1_000
const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000
const KEPT_MILLIS: Millis = 30 * DAY_MILLIS
const MAX_ROWS = 1_000

/** The join skips accounts that are not users. A conflict: stored before, or another unprompted one on the same day. */
const ADD = `insert into notifications (user_id, kind, about, params, at, in_app, due_at, unprompted_day, mac, id)
overriding system value
select n.* from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::bigint[], $6::boolean[], $7::bigint[], $8::int[], $9::bytea[],
  $10::bigint[]) as n (user_id, kind, about, params, at, in_app, due_at, unprompted_day, mac, id)
join users on users.id = n.user_id
on conflict do nothing`

const LIST = `select id, user_id as user, kind, about, params, at, mac, read_at is not null as "isRead" from notifications
where user_id = $1 and in_app and ($4::bigint is null or (at, id) < ($4, $5::bigint)) order by at desc, id desc offset $2 limit $3`

const UNREAD = 'select count(*) as count from notifications where user_id = $1 and in_app and read_at is null'

const MARK_READ = `update notifications set read_at = $2
where user_id = $1 and in_app and read_at is null
  and ($3::bigint is null or (at, id) <= (select at, id from notifications where user_id = $1 and id = $3))`

type Settings = Pick<NotificationSettings, 'channelsOf' | 'quietHoursOf'>

type ListedRow = ListedNotification & { readonly user: UserId; readonly about: string; readonly mac: Buffer }

export function openNotificationStore(
  { pool }: Database,
  settings: Settings,
  clock: CleanupClock,
  { macOf, isAuthentic, removeOthers }: OwnRows,
): NotificationStore {
  async function insert(rows: readonly Row[]): Promise<void> {
    const column = <T>(read: (row: Row) => T): T[] => rows.map(read)
    const values = [
      column(({ user }) => user),
      column(({ kind }) => kind),
      column(({ about }) => about),
      column(({ params }) => JSON.stringify(params)),
      column(({ at }) => at),
      column(({ inApp }) => inApp),
      column(({ dueAt }) => dueAt),
      column(({ day }) => day),
      column(macOf),
      column(randomId),
    ]
    const isStored = (await execute(pool, ADD, values)) === rows.length
    if (!isStored && (await removeOthers(pool, rows))) await execute(pool, ADD, values)
  }

  return {
    async add(notifications) {
      const rows = notifications.flatMap((each) => rowOf(each, settings))
      for (let from = 0; from < rows.length; from += MAX_ROWS) await insert(rows.slice(from, from + MAX_ROWS))
    },
    async list(user, { offset, limit, before }) {
      const values = [user, before === undefined ? offset : 0, limit + 1, ...placeNumbers(before)]
      const rows = await query<ListedRow>(pool, LIST, values)
      return rows.filter(isAuthentic)
    },
    countUnread: async (user) => (await queryOne<{ count: number }>(pool, UNREAD, [user]))?.count ?? 0,
    async markRead(user, upTo) {
      await execute(pool, MARK_READ, [user, clock.now(), upTo ?? null])
    },
    deleteOld: () => deleteOld(pool, clock, 'delete from notifications where at <= $1', KEPT_MILLIS),
  }
}

/** `day`: of an unprompted one, of which a user gets one per day. */
type Row = NewNotification & { readonly inApp: boolean; readonly dueAt: Millis | null; readonly day: number | null }

/** Empty if the user wants it on no channel. The bot never sends what would be too old after the quiet hours. */
function rowOf(notification: NewNotification, settings: Settings): readonly Row[] {
  const { user, kind, at } = notification
  const { bot, inApp } = settings.channelsOf(user, kind)
  const quietHours = settings.quietHoursOf(user)
  const due = quietHours === null ? at : endOfQuietHours(quietHours, at)
  const dueAt = bot && due - at < MAX_NOTIFICATION_AGE_MILLIS ? due : null
  const day = UNPROMPTED_KINDS.includes(kind) ? Math.floor(at / DAY_MILLIS) : null
  return inApp || dueAt !== null ? [{ ...notification, inApp, dueAt, day }] : []
}
