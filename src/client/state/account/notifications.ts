/** Which notifications the bot sends to the user. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { NotificationsBody } from '../../../contract/notifications/calls.ts'
import { settingsText } from '../../text/settings.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'

const text = settingsText.notifications

const EVERY_MILLIS = 60_000

export const notificationsOf = perUser(() => queryAtom((http) => http(api.notifications), EVERY_MILLIS))

/** Inside Telegram asks for write access first: the bot may only write to users who granted it. */
export const chooseNotificationsAtom = atom(null, async (get, set, user: string, body: NotificationsBody) => {
  const { http, platform } = get(hostAtom)
  const isWanted = body.order_filled || body.sign_in
  if (isWanted && platform.miniApp && !(await platform.miniApp.requestWriteAccess()))
    return set(notifyAtom, { kind: 'error', title: text.notAllowed })
  const answer = await http(api.setNotifications, { body })
  if (!answer.ok) set(notifyAtom, { kind: 'error', title: errorText(answer.failure, text.failedSet) })
  await set(notificationsOf(user), 'refresh')
})
