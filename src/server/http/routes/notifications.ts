import type { NotificationsView } from '../../../contract/notifications/views.ts'
import type { NotificationSettings, Switches } from '../../notifications/settings.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

/** `settings` is undefined if there is no bot. */
export function serveNotifications(
  context: RouteContext,
  settings: NotificationSettings | undefined,
  limit: Limit,
): void {
  const view = (switches: Switches | undefined): NotificationsView => ({
    available: settings !== undefined,
    linked: switches !== undefined,
    order_filled: switches?.order_filled ?? false,
    sign_in: switches?.sign_in ?? false,
  })
  serveSignedIn(context, 'notifications', limit, async ({ user }) => view(await settings?.get(user)))
  serveSignedIn(context, 'setNotifications', limit, async ({ user }, { input }) =>
    view(await settings?.set(user, input)),
  )
}
