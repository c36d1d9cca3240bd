/** Telegram login on the website: in a popup, or by a redirect where popups are blocked. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { telegramOrigin } from '../../platform/environment.ts'
import { saveOauthRequest, takeOauthRequest } from '../../platform/oauth-request.ts'
import type { WidgetFields } from '../../platform/parse-oauth-callback.ts'
import { requestTelegramLogin } from '../../platform/telegram-popup.ts'
import { appText } from '../../text/app.ts'
import { authText } from '../../text/auth.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { loginMethodsAtom, notifyUnavailableAtom } from './login-methods.ts'
import { clearReferralCode, sendableReferralCode } from './referral-code.ts'
import { completeSignInAtom } from './session.ts'

const text = authText.methods

/** Opens the popup without awaiting anything first: a popup that opens after the click handler is blocked. */
export const startTelegramLoginAtom = atom(null, async (get, set, returnPath: string) => {
  const methods = get(loginMethodsAtom)
  if (methods.state !== 'ready' || methods.value.telegram === null) return set(notifyUnavailableAtom, 'telegram')
  const address = addressFor(methods.value.telegram.bot_id)
  saveOauthRequest({ method: 'telegram', returnPath })
  const answer = await requestTelegramLogin(address)
  if (answer === 'blocked') return window.location.assign(address)
  takeOauthRequest()
  if (answer !== 'closed') await set(completeTelegramLoginAtom, answer)
})

/** Telegram's signed fields, to be linked to a signed-in account; undefined when the popup was closed or blocked. */
export const requestTelegramFieldsAtom = atom(null, async (get, set): Promise<WidgetFields | undefined> => {
  const methods = get(loginMethodsAtom)
  if (methods.state !== 'ready' || methods.value.telegram === null) set(notifyUnavailableAtom, 'telegram')
  else {
    const answer = await requestTelegramLogin(addressFor(methods.value.telegram.bot_id))
    if (answer === 'blocked')
      set(notifyAtom, { kind: 'error', title: appText.errors.telegramFailed, detail: text.popupBlocked })
    else if (answer !== 'closed') return answer
  }
  return undefined
})

function addressFor(bot_id: string): string {
  const { origin, pathname } = window.location
  const query = new URLSearchParams({ bot_id, origin, request_access: 'write', return_to: origin + pathname })
  return `${telegramOrigin}/auth?${query}`
}

/** False when the login failed; the user has been notified then. */
export const completeTelegramLoginAtom = atom(null, async (get, set, fields: WidgetFields): Promise<boolean> => {
  const { http, platform } = get(hostAtom)
  const error = fields.id && fields.hash ? await send() : text.invalidTelegram
  if (error === undefined) return true
  const isInvalid = error === text.invalidTelegram
  set(notifyAtom, {
    kind: 'error',
    title: isInvalid ? error : appText.errors.telegramFailed,
    ...(!isInvalid && { detail: error }),
  })
  return false

  async function send(): Promise<string | undefined> {
    const body = { raw_callback_data: fields, referrer_uid: sendableReferralCode(platform.storage) }
    const answer = await http(api.telegramWidget, { body })
    if (answer.ok) clearReferralCode(platform.storage)
    return set(completeSignInAtom, answer, appText.errors.telegramFailed)
  }
})
