/** Which notifications the user gets in the app and from the bot, and when the bot is quiet. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { NotificationsBody } from '../../../contract/notifications/calls.ts'
import { NOTIFICATION_KINDS, type QuietHours } from '../../../contract/notifications/kinds.ts'
import type { Failure } from '../../connection/request.ts'
import { notificationsText } from '../../text/notifications.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'
import { isOffset, offsetOf } from './device-time-zone.ts'

const EVERY_MILLIS = 60_000

const isUnknownZone = ({ kind, params }: Failure, { time_zone }: QuietHours): boolean =>
  kind === 'refused' && params?.field?.endsWith('time_zone') === true && !isOffset(time_zone)

export const notificationSettingsOf = perUser(() => queryAtom((http) => http(api.notifications), EVERY_MILLIS))

/** Inside Telegram asks for write access first: the bot may only write to users who granted it. */
export const changeNotificationsAtom = atom(null, async (get, set, user: string, body: NotificationsBody) => {
  const { http, platform } = get(hostAtom)
  const needsBot = NOTIFICATION_KINDS.some((kind) => body[kind] === true)
  if (needsBot && platform.miniApp && !(await platform.miniApp.requestWriteAccess()))
    return set(notifyAtom, { kind: 'error', title: notificationsText.notAllowed })
  let answer = await http(api.setNotifications, { body })
  // A name that is newer than the server's list of zones.
  if (!answer.ok && body.quiet_hours && isUnknownZone(answer.failure, body.quiet_hours)) {
    const quiet_hours = { ...body.quiet_hours, time_zone: offsetOf(new Date().getTimezoneOffset()) }
    answer = await http(api.setNotifications, { body: { ...body, quiet_hours } })
  }
  if (!answer.ok) set(notifyAtom, { kind: 'error', title: errorText(answer.failure, notificationsText.failedSet) })
  await set(notificationSettingsOf(user), 'refresh')
})
