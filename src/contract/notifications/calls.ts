/** HTTP calls for notifications and their settings. */

import { getCall, postCall } from '../call.ts'
import type { QuietHours, Switches } from './kinds.ts'
import type { NotificationsPage, NotificationsView, UnreadView } from './views.ts'

/** What is absent stays as it is. Switches at the top level are those of the bot. */
export type NotificationsBody = Partial<Switches> & {
  readonly in_app?: Partial<Switches>
  readonly quiet_hours?: QuietHours | null
}

/** Absent: all are read, also those that the client has not loaded. */
type ReadNotificationsBody = { readonly up_to?: number }

export const notificationsCalls = {
  notifications: getCall<NotificationsView>('/api/users/notifications/', 'bearer'),
  setNotifications: postCall<NotificationsBody, NotificationsView>('/api/users/notifications/', 'bearer'),
  notificationList: getCall<NotificationsPage>('/api/notifications/', 'bearer'),
  readNotifications: postCall<ReadNotificationsBody, UnreadView>('/api/notifications/read/', 'bearer'),
} as const
