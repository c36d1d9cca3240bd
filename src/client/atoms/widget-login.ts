/** Signing in by Telegram on the website: in a window of its own, or away and back where there is none. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import { telegramOrigin } from '../environment.ts'
import { keepErrand, takeErrand } from '../platform/errand.ts'
import type { WidgetFields } from '../platform/read-arrival.ts'
import { askTelegram } from '../platform/telegram-popup.ts'
import { ways as words } from '../text/en-sign-in.ts'
import { hostAtom, notifyAtom } from './host.ts'
import { forgetReferralCode, sendableReferralCode } from './referral-code.ts'
import { admitAtom } from './session.ts'
import { sayMissingAtom, waysAtom } from './ways.ts'

/** Nothing is waited for before the window opens: later than the press it would be blocked. */
export const goToTelegramAtom = atom(null, async (get, set, from: string) => {
  const ways = get(waysAtom)
  if (ways.state !== 'ready' || ways.value.telegram === null) return set(sayMissingAtom, 'telegram')
  const address = addressFor(ways.value.telegram.bot_id)
  keepErrand({ way: 'telegram', from })
  const answer = await askTelegram(address)
  if (answer === 'blocked') return window.location.assign(address)
  takeErrand()
  if (answer !== 'closed') await set(enterByTelegramAtom, answer)
})

/** What Telegram signed for an account that is signed in already; undefined when nothing came of it. */
export const telegramToLinkAtom = atom(null, async (get, set): Promise<WidgetFields | undefined> => {
  const ways = get(waysAtom)
  if (ways.state !== 'ready' || ways.value.telegram === null) set(sayMissingAtom, 'telegram')
  else {
    const answer = await askTelegram(addressFor(ways.value.telegram.bot_id))
    if (answer === 'blocked') set(notifyAtom, { kind: 'error', title: words.telegramFailed, detail: words.blocked })
    else if (answer !== 'closed') return answer
  }
  return undefined
})

function addressFor(bot_id: string): string {
  const { origin, pathname } = window.location
  const wish = new URLSearchParams({ bot_id, origin, request_access: 'write', return_to: origin + pathname })
  return `${telegramOrigin}/auth?${wish}`
}

/** False when it came to nothing; that has been said then. */
export const enterByTelegramAtom = atom(null, async (get, set, fields: WidgetFields): Promise<boolean> => {
  const { http, platform } = get(hostAtom)
  const why = fields.id && fields.hash ? await send() : words.invalidTelegram
  if (why === undefined) return true
  const isPlain = why === words.invalidTelegram
  set(notifyAtom, { kind: 'error', title: isPlain ? why : words.telegramFailed, ...(!isPlain && { detail: why }) })
  return false

  async function send(): Promise<string | undefined> {
    const body = { raw_callback_data: fields, referrer_uid: sendableReferralCode(platform.keep) }
    const answer = await http(api.telegramWidget, { body })
    if (answer.ok) forgetReferralCode(platform.keep)
    return set(admitAtom, answer, words.telegramFailed)
  }
})
