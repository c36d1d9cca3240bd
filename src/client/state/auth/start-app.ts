/** Signs in with Telegram's init data when the app starts inside Telegram. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { MiniApp } from '../../platform/platform.ts'
import { appText } from '../../text/app.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { deviceIdIn } from './device-id.ts'
import { clearReferralCode, sendableReferralCode } from './referral-code.ts'
import { askSecondFactorAtom, becomeGuestAtom, beginSessionAtom, requireReopenAtom, sessionAtom } from './session.ts'

/** False when the server cannot be asked now. */
export const startAppAtom = atom(null, async (get, set, { initData, client }: MiniApp): Promise<boolean> => {
  const { http, tokens, platform } = get(hostAtom)
  const answer = await http(api.startApp, {
    body: {
      init_data: initData,
      device_id: deviceIdIn(platform.storage),
      referrer_uid: sendableReferralCode(platform.storage),
      platform: client,
    },
  })
  const session = get(sessionAtom)
  // The user logged out meanwhile.
  if (session.state !== 'starting') return true
  if (answer.ok) {
    const { access, refresh } = answer.value
    if (access === undefined || refresh === undefined) return false
    clearReferralCode(platform.storage)
    tokens.save({ access, refresh })
    set(beginSessionAtom)
    return true
  }
  const { failure } = answer
  if (failure.kind === 'unreachable' || failure.status === 429) return false
  if (failure.code === 'INIT_DATA_EXPIRED') set(requireReopenAtom)
  else {
    set(becomeGuestAtom)
    if (set(askSecondFactorAtom, failure)) return true
    // Not to the forms of the website, where this account may have no password.
    if (session.isAgain) set(requireReopenAtom)
    set(notifyAtom, {
      kind: 'error',
      title: appText.errors.telegramFailed,
      ...(failure.detail && { detail: failure.detail }),
    })
  }
  return true
})
