/** What the bot tells somebody about, for the settings of the app. */

import type { NotificationsView } from '../../contract/bot-views.ts'
import type { NoticeSettings, Switches } from '../telegram/notice-settings.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveSignedIn } from './serve.ts'

/** Without a bot there are no settings. */
export function serveNotifications(doors: Doors, settings: NoticeSettings | undefined, limit: Limit): void {
  const view = (switches: Switches | undefined): NotificationsView => ({
    available: settings !== undefined,
    linked: switches !== undefined,
    order_filled: switches?.order_filled ?? false,
    sign_in: switches?.sign_in ?? false,
  })
  serveSignedIn(doors, 'notifications', limit, async ({ user }) => view(await settings?.of(user)))
  serveSignedIn(doors, 'setNotifications', limit, async ({ user }, { input }) => view(await settings?.set(user, input)))
}
