/**
 * Which notifications a user wants, from the bot and in the app. The bot sends none by default: with the first filled order
 * or deposit it asks once. Only users with a linked Telegram account can change its switches. What differs from the defaults is kept in memory: it is read for every filled
 * order and every login.
 */

import type { UserId } from '../../contract/ids.ts'
import type { NotificationsBody } from '../../contract/notifications/calls.ts'
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type QuietHours,
  type Switches,
} from '../../contract/notifications/kinds.ts'
import { isTimeZone } from '../../contract/notifications/schemas.ts'
import type { Database } from '../postgres/database.ts'
import { execute, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import { clockOf, minutesOf } from './quiet-hours.ts'

/** Where the user wants notifications of a kind. */
type Channels = { readonly bot: boolean; readonly inApp: boolean }

export type UserSettings = {
  /** All false for a user without a linked Telegram account. */
  readonly bot: Switches
  readonly inApp: Switches
  readonly quietHours: QuietHours | null
  readonly isLinked: boolean
}

export type NotificationSettings = {
  get(user: UserId): Promise<UserSettings>
  /** Returns the new settings. Switches of the bot stay off for a user without a linked Telegram account. */
  set(user: UserId, change: NotificationsBody): Promise<UserSettings>
  /** Whether the bot has asked this user. */
  setAsked(user: UserId, isBotAsked: boolean): Promise<void>
  /** From memory. `bot` also for a notification with which the bot asks. */
  channelsOf(user: UserId, kind: NotificationKind): Channels
  quietHoursOf(user: UserId): QuietHours | null
  /** The users who want a kind that is off by default. */
  usersWith(kind: NotificationKind): readonly UserId[]
}

type Row = Omit<Tables['notification_settings'], 'user_id' | 'bot_paused_until'>
type Stored = Omit<UserSettings, 'isLinked'> & { readonly isBotAsked: boolean }

/** The bot asks with the first of these whether it may send `OFFERED_KINDS`. */
export const ASKING_KINDS: readonly NotificationKind[] = ['order_filled', 'deposit_received']
export const OFFERED_KINDS: readonly NotificationKind[] = [
  'order_filled',
  'sign_in',
  'deposit_received',
  'withdrawal_sent',
  'mining_finished',
]

/** Events that the user waits for, that can cost a streak, or that warn of a stranger. */
const IN_APP_BY_DEFAULT: readonly NotificationKind[] = [
  'order_filled',
  'sign_in',
  'deposit_received',
  'withdrawal_sent',
  'identity_checked',
  'mining_finished',
  'streak_at_risk',
  'friend_joined',
]

const switchesOf = (kinds: readonly NotificationKind[]): Switches =>
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, kinds.includes(kind)])) as Switches

const DEFAULTS: Stored = {
  bot: switchesOf([]),
  inApp: switchesOf(IN_APP_BY_DEFAULT),
  quietHours: null,
  isBotAsked: false,
}

/** The switches of the bot after a chat was closed. */
export const BOT_OFF: Switches = DEFAULTS.bot

const COLUMNS = 'bot_kinds, app_kinds, quiet_from, quiet_to, time_zone, bot_asked'

const GET = `select telegram_id is not null as linked, user_id is not null as stored, ${COLUMNS}
from users left join notification_settings on user_id = users.id where users.id = $1`

const SET = `insert into notification_settings (user_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
on conflict (user_id) do update set bot_kinds = excluded.bot_kinds, app_kinds = excluded.app_kinds,
  quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, time_zone = excluded.time_zone, bot_asked = excluded.bot_asked`

type Found = Row & { readonly linked: boolean; readonly stored: boolean }

export async function openNotificationSettings({ pool }: Database): Promise<NotificationSettings> {
  const remembered = new Map<UserId, Stored>()
  const all = `select user_id, ${COLUMNS} from notification_settings`
  for (const row of await query<Row & { user_id: UserId }>(pool, all)) remembered.set(row.user_id, storedOf(row))
  const of = (user: UserId): Stored => remembered.get(user) ?? DEFAULTS

  async function change(user: UserId, next: (before: Stored, isLinked: boolean) => Stored): Promise<UserSettings> {
    const { isLinked, stored } = await transaction(pool, 'begin', async (client) => {
      const row = await queryOne<Found>(client, `${GET} for update of users`, [user])
      const isLinked = row?.linked ?? false
      const stored = next(row?.stored ? storedOf(row) : DEFAULTS, isLinked)
      await execute(client, SET, [user, ...valuesOf(stored)])
      return { isLinked, stored }
    })
    remembered.set(user, stored)
    return shown(stored, isLinked)
  }

  return {
    channelsOf(user, kind) {
      const { bot, inApp, isBotAsked } = of(user)
      return { bot: bot[kind] || (!isBotAsked && ASKING_KINDS.includes(kind)), inApp: inApp[kind] }
    },
    quietHoursOf: (user) => of(user).quietHours,
    usersWith: (kind) => [...remembered].flatMap(([user, { bot, inApp }]) => (bot[kind] || inApp[kind] ? [user] : [])),
    async get(user) {
      const row = await queryOne<Found>(pool, GET, [user])
      return shown(row?.stored ? storedOf(row) : DEFAULTS, row?.linked ?? false)
    },
    set: (user, body) => change(user, (before, isLinked) => changed(before, body, isLinked)),
    async setAsked(user, isBotAsked) {
      await change(user, (before) => ({ ...before, isBotAsked }))
    },
  }
}

/** The switches of the bot are kept while Telegram is not linked. */
const shown = ({ bot, inApp, quietHours }: Stored, isLinked: boolean): UserSettings => ({
  bot: isLinked ? bot : BOT_OFF,
  inApp,
  quietHours,
  isLinked,
})

/** Of another program, kinds may be null, and a time zone unknown. */
const storedOf = ({ bot_kinds, app_kinds, quiet_from, quiet_to, time_zone, bot_asked }: Row): Stored => ({
  bot: switchesOf(bot_kinds ?? []),
  inApp: switchesOf(app_kinds ?? []),
  quietHours:
    quiet_from === null || quiet_to === null || time_zone === null || !isTimeZone(time_zone)
      ? null
      : { from: clockOf(quiet_from), to: clockOf(quiet_to), time_zone },
  isBotAsked: bot_asked,
})

function changed(before: Stored, change: NotificationsBody, isLinked: boolean): Stored {
  const { in_app, quiet_hours = before.quietHours, ...bot } = change
  return {
    bot: isLinked ? { ...before.bot, ...bot } : before.bot,
    inApp: { ...before.inApp, ...in_app },
    quietHours: quiet_hours,
    isBotAsked: before.isBotAsked || Object.keys(bot).length > 0,
  }
}

function valuesOf({ bot, inApp, quietHours, isBotAsked }: Stored): readonly unknown[] {
  const kindsOf = (switches: Switches) => NOTIFICATION_KINDS.filter((kind) => switches[kind])
  const quiet =
    quietHours === null
      ? [null, null, null]
      : [minutesOf(quietHours.from), minutesOf(quietHours.to), quietHours.time_zone]
  return [kindsOf(bot), kindsOf(inApp), ...quiet, isBotAsked]
}
