/** What the address brought: the result of a login at Google or Telegram, or the token of an email link. */

import { atom } from 'jotai'
import type { OauthCallback } from '../../platform/callback-address.ts'

const busySource = atom(false)
const tokenSource = atom<string | undefined>(undefined)

/** The whole screen shows progress. */
export const isCompletingOauthAtom = atom((get) => get(busySource))
/** The token of the email link that opened this page. */
export const emailTokenAtom = atom((get) => get(tokenSource))

/** The code that completes a login is loaded only here: few visits need it. */
export const onOauthCallbackAtom = atom(null, async (_get, set, callback: OauthCallback) => {
  const token = new URLSearchParams(callback.hash.slice(1)).get('token')
  if (token !== null) return set(tokenSource, token)
  set(busySource, true)
  try {
    const { completeOauthAtom } = await import('./complete-oauth.ts')
    await set(completeOauthAtom, callback)
  } finally {
    set(busySource, false)
  }
})
