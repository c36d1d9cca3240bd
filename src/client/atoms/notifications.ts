/** What the bot tells the reader about. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { NotificationsBody } from '../../contract/bot-views.ts'
import { notifications as words } from '../text/en-settings.ts'
import { askedAtom } from './asked.ts'
import { eachUser } from './each-user.ts'
import { hostAtom, notifyAtom } from './host.ts'
import { whyNot } from './session.ts'

const EVERY_MILLIS = 60_000

export const notificationsOf = eachUser(() => askedAtom((http) => http(api.notifications), EVERY_MILLIS))

/** The bot may write only to who lets it: inside Telegram that is asked for first. */
export const chooseNotificationsAtom = atom(null, async (get, set, user: string, body: NotificationsBody) => {
  const { http, platform } = get(hostAtom)
  const isWanted = body.order_filled || body.sign_in
  if (isWanted && platform.miniApp && !(await platform.miniApp.askToWrite()))
    return set(notifyAtom, { kind: 'error', title: words.notAllowed })
  const answer = await http(api.setNotifications, { body })
  if (!answer.ok) set(notifyAtom, { kind: 'error', title: whyNot(answer.failure, words.failedSet) })
  await set(notificationsOf(user), 'refresh')
})
