/** Login and registration by email and password. Each resolves to undefined when it worked, else to the error text. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { LoginBody, RegistrationBody } from '../../../contract/auth/calls.ts'
import { appText } from '../../text/app.ts'
import { formFailure } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { clearReferralCode } from './referral-code.ts'
import { completeSignInAtom } from './session.ts'

export const signInAtom = atom(null, async (get, set, body: LoginBody): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.login, { body })
  return set(completeSignInAtom, answer, appText.errors.loginFailed)
})

export const signUpAtom = atom(null, async (get, set, body: RegistrationBody) => {
  const { http, platform } = get(hostAtom)
  const answer = await http(api.register, { body })
  if (!answer.ok) return formFailure(answer.failure, appText.errors.registrationFailed)
  clearReferralCode(platform.storage)
  set(notifyAtom, { kind: 'success', title: appText.accountCreated })
  return set(completeSignInAtom, answer, appText.errors.registrationFailed)
})
