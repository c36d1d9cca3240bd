/** The second factor of a login: a code of an authenticator app, or a recovery code. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { authText } from '../../text/auth.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { challengeTokenAtom, completeSignInAtom } from './session.ts'
import { signInAgainAtom } from './start-session.ts'

/** Undefined when it worked, else the error text. An expired challenge token restarts the login. */
export const sendCodeAtom = atom(null, async (get, set, code: string): Promise<string | undefined> => {
  const challengeToken = get(challengeTokenAtom)
  if (challengeToken === undefined) return undefined
  const answer = await get(hostAtom).http(api.secondFactor, { body: { ticket: challengeToken, code } })
  const isExpired = !answer.ok && answer.failure.kind === 'refused' && answer.failure.code === 'SIGN_IN_EXPIRED'
  const error = set(completeSignInAtom, answer, authText.secondFactor.failed)
  if (!isExpired) return error
  if (get(hostAtom).platform.miniApp) void set(signInAgainAtom)
  else set(challengeTokenAtom, undefined)
  set(notifyAtom, {
    kind: 'error',
    title: authText.secondFactor.expired,
    ...(error !== undefined && { detail: error }),
  })
  return undefined
})
