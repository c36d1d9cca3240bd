/** The notifications of the last 30 days, in pages, newest first, and reading them. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { NotificationView } from '../../../contract/notifications/views.ts'
import { notificationsText } from '../../text/notifications.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { pagedList } from '../app/paged-list.ts'
import { perUser } from '../app/per-user.ts'
import { unreadOf } from './unread.ts'

const placeOf = ({ at, id }: NotificationView) => ({ at, id })

/** `head` is the number of all unread ones. */
export const notificationListOf = perUser(() =>
  pagedList<NotificationView, number>(async (http, query) => {
    const answer = await http(api.notificationList, { query })
    if (!answer.ok) return answer
    const { notifications: items, next, unread: head } = answer.value
    return { ok: true, value: { items, next, head } }
  }, placeOf),
)

/** Marks this notification and all older ones as read. Resolves when the list shows it, or a message says why not. */
export const readNotificationsAtom = atom(null, async (get, set, user: string, upTo: number) => {
  const { http } = get(hostAtom)
  const answer = await http(api.readNotifications, { body: { up_to: upTo } })
  if (!answer.ok)
    return set(notifyAtom, { kind: 'error', title: errorText(answer.failure, notificationsText.failedRead) })
  set(notificationListOf(user).changed)
  await set(unreadOf(user), 'refresh')
})
