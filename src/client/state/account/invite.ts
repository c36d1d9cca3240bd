/** What the reader invites others by. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { InviteView } from '../../contract/bot-views.ts'
import { invite as words } from '../text/en-frens.ts'
import { askedAtom } from './asked.ts'
import { copyAtom } from './copy.ts'
import { eachUser } from './each-user.ts'
import { hostAtom, notifyAtom } from './host.ts'

const EVERY_MILLIS = 5 * 60_000

export const inviteOf = eachUser(() => askedAtom((http) => http(api.invite), EVERY_MILLIS))

/** Inside Telegram into the mini-app, elsewhere to the website. */
export const inviteLinkAtom = atom((get) => {
  const { miniApp } = get(hostAtom).platform
  return ({ referral_code: code, telegram_link }: InviteView): string =>
    (miniApp && telegram_link) ?? `${window.location.origin}/register?ref_code=${code}`
})

/** Where nothing can be shared the link is copied. */
export const shareInviteAtom = atom(null, async (get, set, link: string): Promise<void> => {
  const { platform, http } = get(hostAtom)
  const message = async () => {
    const answer = await http(api.inviteMessage, { body: {} })
    return (answer.ok && answer.value.message_id) || undefined
  }
  const shared = await platform.share({ link, words: words.text, message })
  if (shared === 'sent') set(notifyAtom, { kind: 'success', title: words.sent })
  if (shared === 'unknown') await set(copyAtom, link)
})
