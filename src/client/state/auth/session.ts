/** The client's session: starting, guest or signed in. Only an answer of the server signs out; a lost connection does not. */

import { atom, type WritableAtom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { Tokens } from '../../../contract/auth/views.ts'
import type { Answer, Failure } from '../../connection/request.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'

type Session =
  /** `isAgain`: the session ended elsewhere, and Telegram's init data signs in again. */
  | { readonly state: 'starting'; readonly isAgain: boolean }
  /** `leftAt`: the key of the place in the browser's history where the user logged out. */
  | { readonly state: 'guest'; readonly leftAt?: string | undefined }
  | { readonly state: 'signed-in' }
  /** Telegram launched the app with init data that does not sign in any more. */
  | { readonly state: 'reopen' }

/** `user-changed`: data of the former user must go. `signed-out`: log-out, or the refresh token was refused. */
export type SessionChange = 'user-changed' | 'signed-in' | 'signed-out'
type SessionListener = WritableAtom<unknown, [SessionChange], void>

const source = atom<Session>({ state: 'starting', isAgain: false })
const challengeSource = atom<string | undefined>(undefined)
const listenerSource = atom<SessionListener | undefined>(undefined)

export const sessionAtom = atom((get) => get(source))

/** Sets the one listener, so that this folder imports no store that depends on the session. */
export const listenToSessionAtom = atom(null, (_get, set, listener: SessionListener) => set(listenerSource, listener))

const reportAtom = atom(null, (get, set, change: SessionChange) => {
  const listener = get(listenerSource)
  if (listener) set(listener, change)
})

/** The challenge token of a login whose first factor was right and that waits for the second. */
export const challengeTokenAtom = atom(
  (get) => get(challengeSource),
  (_get, set, token: undefined) => set(challengeSource, token),
)

/** False when the failure does not ask for a second factor. */
export const askSecondFactorAtom = atom(null, (_get, set, failure: Failure): boolean => {
  const isAsked = failure.kind === 'refused' && failure.code === '2FA_REQUIRED' && failure.challengeToken !== undefined
  if (isAsked) set(challengeSource, failure.challengeToken)
  return isAsked
})

/** The last step of every login method. Undefined when it worked or goes on with a second factor, else the error. */
export const completeSignInAtom = atom(
  null,
  (get, set, answer: Answer<Tokens>, fallback: string): string | undefined => {
    if (!answer.ok) return set(askSecondFactorAtom, answer.failure) ? undefined : errorText(answer.failure, fallback)
    get(hostAtom).tokens.save(answer.value)
    set(beginSessionAtom)
    return undefined
  },
)

/** Drops the refresh token here even when the server does not receive the request. `place`: of a user who leaves a page. */
export const logOutAtom = atom(null, (get, set, place?: string) => {
  const { http, tokens } = get(hostAtom)
  const { refreshToken } = tokens
  if (refreshToken !== null) void http(api.logout, { body: { refresh_token: refreshToken } })
  tokens.clear()
  set(onSignedOutAtom)
  set(source, { state: 'guest', leftAt: place })
})

/** After a log-out here or in another tab, and when the session ended elsewhere. */
export const onSignedOutAtom = atom(null, (get, set) => {
  set(becomeGuestAtom)
  set(reportAtom, 'signed-out')
  get(hostAtom).socket.reconnect()
})

/** Signs in with new tokens: the user may be another one. */
export const beginSessionAtom = atom(null, (get, set) => {
  set(reportAtom, 'user-changed')
  set(resumeSessionAtom)
  get(hostAtom).socket.reconnect()
})

/** Signs in with the stored refresh token. */
export const resumeSessionAtom = atom(null, (_get, set) => {
  set(source, { state: 'signed-in' })
  set(challengeSource, undefined)
  set(reportAtom, 'signed-in')
})

export const becomeGuestAtom = atom(null, (_get, set) => {
  set(source, { state: 'guest' })
  set(reportAtom, 'user-changed')
})

/** Telegram's init data is to sign in again, as after a launch. */
export const restartSessionAtom = atom(null, (_get, set) => {
  set(source, { state: 'starting', isAgain: true })
  set(challengeSource, undefined)
})

export const requireReopenAtom = atom(null, (_get, set) => set(source, { state: 'reopen' }))
