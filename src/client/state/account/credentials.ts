/** Changes to the account's credentials. Each resolves to undefined when it worked, else to the error text. */

import { atom } from 'jotai'
import type { ProfileView, ProofKind } from '../../../contract/account/views.ts'
import { api } from '../../../contract/api.ts'
import type { BodyOf, Call } from '../../../contract/call.ts'
import { settingsText } from '../../text/settings.ts'
import { errorText, formFailure } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { deviceIdIn } from '../auth/device-id.ts'
import { logOutAtom } from '../auth/session.ts'
import { loadProfileAtom, profileAtom } from './profile.ts'
import { sessionsOf } from './sessions.ts'

const sendLinkTelegramAtom = changeAtom(api.linkTelegram, settingsText.loginMethods.failedLink)

/** Init data is sent together with the id of the device that launched with it. */
export const linkTelegramAtom = atom(null, (get, set, body: BodyOf<typeof api.linkTelegram>) => {
  const { storage } = get(hostAtom).platform
  return set(sendLinkTelegramAtom, { ...body, ...(body.init_data && { device_id: deviceIdIn(storage) }) })
})

/** The proof of identity that the server requires before it changes a credential. */
export const proofKind = ({ has_2fa, has_password }: ProfileView): ProofKind =>
  has_2fa ? 'code' : has_password ? 'password' : 'sign-in'

export const setPasswordAtom = atom(null, async (get, set, body: BodyOf<typeof api.setPassword>) => {
  const answer = await get(hostAtom).http(api.setPassword, { body })
  if (!answer.ok) return formFailure(answer.failure, settingsText.page.failed)
  await set(loadProfileAtom)
  return undefined
})
export const disableTwoFactorAtom = changeAtom(api.disableTwoFactor, settingsText.twoFactor.failedSet)
export const unlinkAtom = changeAtom(api.unlink, settingsText.loginMethods.failedUnlink)
export const linkGoogleAtom = changeAtom(api.linkGoogle, settingsText.loginMethods.failedLink)
export const linkEmailAtom = changeAtom(api.linkEmail, settingsText.loginMethods.failedLink)
const sendConfirmationAtom = changeAtom(api.sendConfirmation, settingsText.loginMethods.notSent)

/** Sends the link to the address that is not confirmed yet, and says whether it was sent. */
export const requestConfirmationAtom = atom(null, async (_get, set, email: string) => {
  const error = await set(sendConfirmationAtom, {})
  const { sent, sentLine } = settingsText.loginMethods
  set(
    notifyAtom,
    error === undefined
      ? { kind: 'success', title: sent, detail: sentLine(maskedEmail(email)) }
      : { kind: 'error', title: error },
  )
})

/** `ma***@example.com`: recognizable for the owner, not readable for others. */
export const maskedEmail = (email: string): string => email.replace(/^(.{1,2})[^@]*/, '$1***')

function changeAtom<Body>(call: Call<Body, unknown>, fallback: string) {
  return atom(null, async (get, set, body: Body): Promise<string | undefined> => {
    const answer = await get(hostAtom).http(call, { body })
    if (!answer.ok) return errorText(answer.failure, fallback)
    await set(loadProfileAtom)
    return undefined
  })
}

export const endSessionAtom = atom(null, async (get, set, session: string): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.endSession, { pathParams: { session } })
  await set(refreshSessionsAtom)
  return answer.ok ? undefined : errorText(answer.failure, settingsText.devices.failedEnd)
})

export const endOtherSessionsAtom = atom(null, async (get, set): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.endSessions, { query: { others: 'true' } })
  await set(refreshSessionsAtom)
  return answer.ok ? undefined : errorText(answer.failure, settingsText.devices.failedEnd)
})

/** Ends all sessions, including this one. */
export const logOutEverywhereAtom = atom(null, async (get, set): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.endSessions)
  if (!answer.ok) return errorText(answer.failure, settingsText.devices.failedEnd)
  set(logOutAtom)
  return undefined
})

const refreshSessionsAtom = atom(null, async (get, set) => {
  const user = get(profileAtom)?.uuid
  if (user !== undefined) await set(sessionsOf(user), 'refresh')
})
