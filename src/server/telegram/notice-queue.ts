/** What is to be told, in the database: it is told once at most, within an hour, and each chat hears one a second. */

import { sql } from 'kysely'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../postgres/database.ts'
import type { Notice } from './notice-settings.ts'

export type News = {
  readonly user: UserId
  readonly kind: Notice
  /** A uuid of what it is about: heard twice, it is told once. */
  readonly about: string
  readonly words: string
  readonly at: Millis
}

export type Claimed = { readonly id: number; readonly user: UserId; readonly chat: number; readonly words: string }

export type NoticeQueue = {
  /** Those that are wanted. */
  add(news: readonly News[]): Promise<void>
  /** The next one that is still wanted, which nobody else will be handed; or how long to wait for it, undefined when there is none. */
  claim(): Promise<Claimed | Millis | undefined>
  /** It surely did not arrive. */
  giveBack(id: number): Promise<void>
}

/** What is older is no news. */
export const NEWS_MILLIS: Millis = 60 * 60 * 1_000
const CHAT_REST_MILLIS: Millis = 1_000

export function openNoticeQueue({ kysely }: Database, clock: Clock): NoticeQueue {
  /** Rows of the last hour stay: an exchange that starts again may hear of them again. */
  const dropOld = () =>
    kysely
      .deleteFrom('notices')
      .where('at', '<=', clock.now() - NEWS_MILLIS)
      .execute()

  return {
    async add(news) {
      const column = <T>(read: (each: News) => T): T[] => news.map(read)
      await sql`
        insert into notices (user_id, kind, about, words, at)
        select n.* from unnest(
          ${column(({ user }) => user)}::uuid[], ${column(({ kind }) => kind)}::text[],
          ${column(({ about }) => about)}::uuid[], ${column(({ words }) => words)}::text[],
          ${column(({ at }) => at)}::bigint[]) as n (user_id, kind, about, words, at)
        join notice_settings s on s.user_id = n.user_id
        where ${IS_WANTED}
        on conflict do nothing`.execute(kysely)
    },
    async claim() {
      await dropOld()
      const now = clock.now()
      const claimed = await sql<Claimed>`
        with next as (
          select n.id, n.user_id, u.telegram_id as chat from ${WAITING} and s.quiet_until <= ${now}
          order by n.id limit 1 for update of n skip locked
        ), quiet as (
          update notice_settings s set quiet_until = ${now + CHAT_REST_MILLIS} from next where s.user_id = next.user_id
        )
        update notices n set claimed_at = ${now} from next where n.id = next.id
        returning n.id, n.user_id as user, next.chat, n.words`.execute(kysely)
      if (claimed.rows[0] !== undefined) return claimed.rows[0]
      const { rows } = await sql<{ until: Millis | null }>`
        select min(s.quiet_until) as until from ${WAITING}`.execute(kysely)
      const until = rows[0]?.until ?? undefined
      return until && Math.max(1, until - now)
    },
    async giveBack(id) {
      await kysely.updateTable('notices').set({ claimed_at: null }).where('id', '=', id).execute()
    },
  }
}

const IS_WANTED = sql`case n.kind when 'order_filled' then s.order_filled else s.sign_in end`

const WAITING = sql`notices n
  join notice_settings s on s.user_id = n.user_id
  join users u on u.id = n.user_id
  where n.claimed_at is null and u.telegram_id is not null and ${IS_WANTED}`
