import type { PairId } from '../../../contract/ids.ts'
import type { NotificationsView, NotificationView } from '../../../contract/notifications/views.ts'
import { notificationText } from '../../notifications/notification-texts.ts'
import type { Notifications } from '../../notifications/notifications.ts'
import { BOT_OFF, type UserSettings } from '../../notifications/settings.ts'
import type { ListedNotification } from '../../notifications/store.ts'
import { isoTime } from '../../wire/time.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

/** `hasBot`: a bot can send notifications. */
export function serveNotifications(
  context: RouteContext,
  { settings, store }: Pick<Notifications, 'settings' | 'store'>,
  hasBot: boolean,
  limit: Limit,
): void {
  const view = ({ bot, inApp, quietHours, isLinked }: UserSettings): NotificationsView => ({
    available: hasBot,
    linked: hasBot && isLinked,
    ...(hasBot ? bot : BOT_OFF),
    in_app: inApp,
    quiet_hours: quietHours,
  })
  serveSignedIn(context, 'notifications', limit, async ({ user }) => view(await settings.get(user)))
  serveSignedIn(context, 'setNotifications', limit, async ({ user }, { input }) =>
    view(await settings.set(user, input)),
  )
  serveSignedIn(context, 'notificationList', limit, async ({ user }, { input }) => {
    const [found, unread] = await Promise.all([store.list(user, input), store.countUnread(user)])
    const notifications = found.slice(0, input.limit).map(notificationView)
    return { notifications, next: found.length > input.limit, unread }
  })
  serveSignedIn(context, 'readNotifications', limit, async ({ user }, { input }) => {
    await store.markRead(user, input.up_to)
    return { unread: await store.countUnread(user) }
  })
}

const notificationView = (notification: ListedNotification): NotificationView => {
  const { id, kind, params, at, isRead } = notification
  const pair_id = typeof params.pair === 'number' ? (params.pair as PairId) : null
  return { id, kind, ...notificationText(notification), pair_id, at: isoTime(at), read: isRead }
}
