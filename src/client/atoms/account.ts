/** What the owner changes about the locks of the account. Each verb answers undefined when it worked, else what to say. */

import { atom } from 'jotai'
import type { ProofKind } from '../../contract/account-views.ts'
import { api, type Call } from '../../contract/api.ts'
import type { ProfileView } from '../../contract/views.ts'
import { devices, settings, twoFactor, ways } from '../text/en-settings.ts'
import { hostAtom } from './host.ts'
import { loadProfileAtom, logOutAtom, profileAtom, whyNot } from './session.ts'
import { sessionsOf } from './sign-ins.ts'

/** What the exchange wants to see before it changes a lock. */
export const proofKind = ({ has_2fa, has_password }: ProfileView): ProofKind =>
  has_2fa ? 'code' : has_password ? 'password' : 'sign-in'

export const setPasswordAtom = change(api.setPassword, settings.failed)
export const disableTwoFactorAtom = change(api.disableTwoFactor, twoFactor.failedSet)
export const unlinkAtom = change(api.unlink, ways.failedUnlink)
export const linkTelegramAtom = change(api.linkTelegram, ways.failedLink)
export const linkGoogleAtom = change(api.linkGoogle, ways.failedLink)
export const linkEmailAtom = change(api.linkEmail, ways.failedLink)
export const sendConfirmationAtom = change(api.sendConfirmation, ways.noLetters)

function change<Body>(call: Call<Body, unknown>, otherwise: string) {
  return atom(null, async (get, set, body: Body): Promise<string | undefined> => {
    const answer = await get(hostAtom).http(call, { body })
    if (!answer.ok) return whyNot(answer.failure, otherwise)
    await set(loadProfileAtom)
    return undefined
  })
}

export const endSessionAtom = atom(null, async (get, set, session: string): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.endSession, { parts: { session } })
  await set(lookAgainAtom)
  return answer.ok ? undefined : whyNot(answer.failure, devices.failedEnd)
})

export const endOtherSessionsAtom = atom(null, async (get, set): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.endSessions, { query: { others: 'true' } })
  await set(lookAgainAtom)
  return answer.ok ? undefined : whyNot(answer.failure, devices.failedEnd)
})

/** This one too. */
export const logOutEverywhereAtom = atom(null, async (get, set): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.endSessions)
  if (!answer.ok) return whyNot(answer.failure, devices.failedEnd)
  set(logOutAtom)
  return undefined
})

const lookAgainAtom = atom(null, async (get, set) => {
  const user = get(profileAtom)?.uuid
  if (user !== undefined) await set(sessionsOf(user), 'refresh')
})
