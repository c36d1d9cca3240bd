/** Which notifications the user gets in the app and from the bot, and when the bot is quiet. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { NotificationsBody } from '../../../contract/notifications/calls.ts'
import { NOTIFICATION_KINDS } from '../../../contract/notifications/kinds.ts'
import { notificationsText } from '../../text/notifications.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 60_000

export const notificationSettingsOf = perUser(() => queryAtom((http) => http(api.notifications), EVERY_MILLIS))

/** Inside Telegram asks for write access first: the bot may only write to users who granted it. */
export const changeNotificationsAtom = atom(null, async (get, set, user: string, body: NotificationsBody) => {
  const { http, platform } = get(hostAtom)
  const needsBot = NOTIFICATION_KINDS.some((kind) => body[kind] === true)
  if (needsBot && platform.miniApp && !(await platform.miniApp.requestWriteAccess()))
    return set(notifyAtom, { kind: 'error', title: notificationsText.notAllowed })
  const answer = await http(api.setNotifications, { body })
  if (!answer.ok) set(notifyAtom, { kind: 'error', title: errorText(answer.failure, notificationsText.failedSet) })
  await set(notificationSettingsOf(user), 'refresh')
})
