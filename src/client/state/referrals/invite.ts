/** The user's referral link. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { InviteView } from '../../../contract/referrals/views.ts'
import { appName } from '../../platform/environment.ts'
import { frensText } from '../../text/frens.ts'
import { copyTextAtom } from '../app/copy-text.ts'
import { modeAtom } from '../app/exchange-info.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 5 * 60_000

export const inviteOf = perUser(() => queryAtom((http) => http(api.invite), EVERY_MILLIS))

/** A link to the mini-app inside Telegram, else to the website. */
export const inviteLinkAtom = atom((get) => {
  const { miniApp } = get(hostAtom).platform
  return ({ referral_code: code, telegram_link }: InviteView): string =>
    (miniApp && telegram_link) ?? `${window.location.origin}/register?ref_code=${code}`
})

/** Copies the link where the host cannot share. */
export const shareInviteAtom = atom(null, async (get, set, link: string): Promise<void> => {
  const { platform, http } = get(hostAtom)
  const message = async () => {
    const answer = await http(api.inviteMessage, { body: {} })
    return (answer.ok && answer.value.message_id) || undefined
  }
  const shared = await platform.share({ link, text: frensText.text(appName, get(modeAtom) === 'play'), message })
  if (shared === 'sent') set(notifyAtom, { kind: 'success', title: frensText.sent })
  if (shared === 'unknown') await set(copyTextAtom, link)
})
