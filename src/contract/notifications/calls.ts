/** HTTP calls for notification settings. */

import { getCall, postCall } from '../call.ts'
import type { NotificationsView } from './views.ts'

export type NotificationsBody = { readonly order_filled: boolean; readonly sign_in: boolean }

export const notificationsCalls = {
  notifications: getCall<NotificationsView>('/api/users/notifications/', 'bearer'),
  setNotifications: postCall<NotificationsBody, NotificationsView>('/api/users/notifications/', 'bearer'),
} as const
