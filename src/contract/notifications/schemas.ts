/** Schemas of the calls for notifications and their settings. Server only. */

import { z } from 'zod'
import { type CallSchema, count, emptyBody, id, pages, pairId, time } from '../call-schema.ts'
import type { notificationsCalls } from './calls.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts'

const perKind = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, schema])) as Record<NotificationKind, Schema>

const switches = perKind(z.boolean())
const someSwitches = perKind(z.boolean().exactOptional())

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time such as 22:30')

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const QuietHours = z
  .strictObject({
    from: clock,
    to: clock,
    time_zone: z.string().min(1).max(64).refine(isTimeZone, 'Give a time zone such as Europe/Berlin or +05:30'),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Quiet hours must end at another time' })

const NotificationsView = z.strictObject({
  available: z.boolean(),
  linked: z.boolean(),
  ...switches,
  in_app: z.strictObject(switches),
  quiet_hours: QuietHours.nullable(),
})

const NotificationView = z.strictObject({
  id,
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  pair_id: pairId.nullable(),
  at: time,
  read: z.boolean(),
})

const NotificationsPage = z.strictObject({ notifications: z.array(NotificationView), next: z.boolean(), unread: count })

const UnreadView = z.strictObject({ unread: count })

/** By type name; published in `/openapi.json`. */
export const notificationsViews = { NotificationsView, NotificationView, NotificationsPage, UnreadView } as const

export const notificationsCallSchemas = {
  notifications: {
    summary: 'Notification settings',
    input: emptyBody,
    reply: NotificationsView,
  },
  setNotifications: {
    summary: 'Change the notification settings; the bot sends only to a linked Telegram account',
    input: z.strictObject({
      ...someSwitches,
      in_app: z.strictObject(someSwitches).exactOptional(),
      quiet_hours: QuietHours.nullable().exactOptional(),
    }),
    reply: NotificationsView,
  },
  notificationList: {
    summary: 'The notifications of the last 30 days, newest first',
    input: z.strictObject(pages),
    reply: NotificationsPage,
  },
  readNotifications: {
    summary: 'Mark the notifications up to this id as read, or all of them',
    input: z.strictObject({ up_to: id.exactOptional() }),
    reply: UnreadView,
  },
} as const satisfies Record<keyof typeof notificationsCalls, CallSchema>
