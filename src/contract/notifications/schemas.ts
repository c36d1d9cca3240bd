/** Schemas of the calls for notification settings. Server only. */

import { z } from 'zod'
import { type CallSchema, emptyBody } from '../call-schema.ts'
import type { notificationsCalls } from './calls.ts'

const notificationsBody = z.strictObject({ order_filled: z.boolean(), sign_in: z.boolean() })

const NotificationsView = z.strictObject({
  available: z.boolean(),
  linked: z.boolean(),
  order_filled: z.boolean(),
  sign_in: z.boolean(),
})

/** By type name; published in `/openapi.json`. */
export const notificationsViews = { NotificationsView } as const

export const notificationsCallSchemas = {
  notifications: {
    summary: 'Notification settings',
    input: emptyBody,
    reply: NotificationsView,
  },
  setNotifications: {
    summary: 'Change the notification settings; notifications are sent only to a linked Telegram account',
    input: notificationsBody,
    reply: NotificationsView,
  },
} as const satisfies Record<keyof typeof notificationsCalls, CallSchema>
