/** Which notifications a user wants. All are off by default, and only users with a linked Telegram account can change them. */

import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { query, queryOne } from '../postgres/query.ts'

export const NOTIFICATION_KINDS = ['order_filled', 'sign_in'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
export type Switches = Readonly<Record<NotificationKind, boolean>>

export type NotificationSettings = {
  /** Undefined if the user has no linked Telegram account. */
  get(user: UserId): Promise<Switches | undefined>
  /** Returns the new settings; undefined, and nothing changed, if the user has no linked Telegram account. */
  set(user: UserId, switches: Switches): Promise<Switches | undefined>
  /** Reads from memory: it is called for every filled order. */
  isEnabled(user: UserId, kind: NotificationKind): boolean
}

export const NONE: Switches = { order_filled: false, sign_in: false }

const GET = `select coalesce(order_filled, false) as order_filled, coalesce(sign_in, false) as sign_in
from users left join notification_settings on user_id = users.id
where users.id = $1 and telegram_id is not null`

const SET = `insert into notification_settings (user_id, order_filled, sign_in)
select id, $2::boolean, $3::boolean from users where id = $1 and telegram_id is not null
on conflict (user_id) do update set order_filled = excluded.order_filled, sign_in = excluded.sign_in
returning order_filled, sign_in`

export async function openNotificationSettings({ pool }: Database): Promise<NotificationSettings> {
  const enabled = { order_filled: new Set<UserId>(), sign_in: new Set<UserId>() }
  const remember = (user: UserId, switches: Switches): void => {
    for (const kind of NOTIFICATION_KINDS)
      if (switches[kind]) enabled[kind].add(user)
      else enabled[kind].delete(user)
  }
  const all = 'select user_id, order_filled, sign_in from notification_settings'
  for (const row of await query<Switches & { user_id: UserId }>(pool, all)) remember(row.user_id, row)

  return {
    isEnabled: (user, kind) => enabled[kind].has(user),
    get: (user) => queryOne<Switches>(pool, GET, [user]),
    async set(user, { order_filled, sign_in }) {
      const switches = await queryOne<Switches>(pool, SET, [user, order_filled, sign_in])
      if (switches !== undefined) remember(user, switches)
      return switches
    },
  }
}
