/** Sharing the invitation as a story in Telegram. */

import { atom } from 'jotai'
import { parseJson } from '../../../contract/parse-json.ts'
import { appName } from '../../platform/environment.ts'
import type { Story } from '../../platform/platform.ts'
import { frensText } from '../../text/frens.ts'
import { modeAtom } from '../app/exchange-info.ts'
import { hostAtom } from '../app/host.ts'

/** Of a story of a user without Premium. */
const MAX_TEXT_LENGTH = 200

type Invitation = { readonly text: string; readonly link: string }

/** Only stories of Premium users can have a link of their own. */
export function storyOf(media_url: string, isPremium: boolean, { text, link }: Invitation): Story {
  if (isPremium) return { media_url, text, widget_link: { url: link, name: frensText.storyLink } }
  return { media_url, text: `${text.slice(0, MAX_TEXT_LENGTH - link.length - 1)}\n${link}` }
}

/** Init data is verified by the server only; this part of it decides nothing there. */
export function isPremium(initData: string): boolean {
  const user = parseJson(new URLSearchParams(initData).get('user') ?? '')
  return typeof user === 'object' && user !== null && 'is_premium' in user && user.is_premium === true
}

/** Telegram loads the picture from the site, which only works over https. */
export const canShareToStoryAtom = atom(
  (get) => get(hostAtom).platform.miniApp?.shareToStory !== undefined && window.location.protocol === 'https:',
)

export const shareToStoryAtom = atom(null, (get, _set, link: string) => {
  const { platform } = get(hostAtom)
  const { miniApp } = platform
  if (miniApp === undefined) return
  platform.haptic('tap')
  const text = frensText.text(appName, get(modeAtom) === 'play')
  const picture = `${window.location.origin}/story.jpg`
  miniApp.shareToStory?.(storyOf(picture, isPremium(miniApp.initData), { text, link }))
})
