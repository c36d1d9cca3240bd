/** Completes a login at Google or Telegram, only if this tab started it (login CSRF). */

import { atom } from 'jotai'
import type { OauthCallback } from '../../platform/callback-address.ts'
import { takeOauthRequest } from '../../platform/oauth-request.ts'
import { parseOauthCallback } from '../../platform/parse-oauth-callback.ts'
import { completeGoogleLoginAtom, reportGoogleFailureAtom } from './google-login.ts'
import { oauthReturnPathAtom } from './return-path.ts'
import { completeTelegramLoginAtom } from './telegram-login.ts'

/** The redirect away from the login screen happens before the progress indicator goes. */
const REDIRECT_MILLIS = 100

export const completeOauthAtom = atom(null, async (_get, set, callback: OauthCallback): Promise<void> => {
  const request = takeOauthRequest()
  const result = parseOauthCallback(callback)
  set(oauthReturnPathAtom, request?.returnPath)
  const isDone = await complete()
  if (isDone) await new Promise((resolve) => setTimeout(resolve, REDIRECT_MILLIS))

  /** False when the login failed; the user has been notified then. */
  async function complete(): Promise<boolean> {
    if (result.method === 'telegram')
      return set(completeTelegramLoginAtom, request?.method === 'telegram' ? result.fields : {})
    const isOurs = request?.method === 'google' && request.state === result.state
    return isOurs ? set(completeGoogleLoginAtom, result.code, request) : set(reportGoogleFailureAtom)
  }
})
