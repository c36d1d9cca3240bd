/** Which notices somebody wants. Everything is off until they turn it on, and only who is linked to Telegram can. */

import { sql } from 'kysely'
import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'

export const NOTICES = ['order_filled', 'sign_in'] as const
export type Notice = (typeof NOTICES)[number]
export type Switches = Readonly<Record<Notice, boolean>>

export type NoticeSettings = {
  /** Undefined for somebody who is not linked. */
  of(user: UserId): Promise<Switches | undefined>
  /** As it is then; undefined, and nothing done, for somebody who is not linked. */
  set(user: UserId, switches: Switches): Promise<Switches | undefined>
  /** Costs nothing: the door that everything heard passes first. */
  wants(user: UserId, notice: Notice): boolean
}

export const NONE: Switches = { order_filled: false, sign_in: false }

export async function openNoticeSettings({ kysely }: Database): Promise<NoticeSettings> {
  const wanting = { order_filled: new Set<UserId>(), sign_in: new Set<UserId>() }
  const keep = (user: UserId, switches: Switches): void => {
    for (const notice of NOTICES)
      if (switches[notice]) wanting[notice].add(user)
      else wanting[notice].delete(user)
  }
  const rows = await kysely
    .selectFrom('notice_settings')
    .select(['user_id', ...NOTICES])
    .execute()
  for (const { user_id, ...switches } of rows) keep(user_id, switches)

  return {
    wants: (user, notice) => wanting[notice].has(user),
    async of(user) {
      const { rows } = await sql<Switches>`
        select coalesce(order_filled, false) as order_filled, coalesce(sign_in, false) as sign_in
        from users left join notice_settings on user_id = users.id
        where users.id = ${user} and telegram_id is not null`.execute(kysely)
      return rows[0]
    },
    async set(user, { order_filled, sign_in }) {
      const { rows } = await sql<Switches>`
        insert into notice_settings (user_id, order_filled, sign_in)
        select id, ${order_filled}::boolean, ${sign_in}::boolean from users where id = ${user} and telegram_id is not null
        on conflict (user_id) do update set order_filled = excluded.order_filled, sign_in = excluded.sign_in
        returning order_filled, sign_in`.execute(kysely)
      const [switches] = rows
      if (switches !== undefined) keep(user, switches)
      return switches
    },
  }
}
