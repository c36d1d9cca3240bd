/**
 * Starts the session from what the device has: Telegram's init data or a stored refresh token. Inside Telegram a session
 * that ended elsewhere starts again; only a log-out here does not.
 */

import { atom } from 'jotai'
import { hostAtom } from '../app/host.ts'
import { becomeGuestAtom, onSignedOutAtom, restartSessionAtom, resumeSessionAtom, sessionAtom } from './session.ts'
import { startAppAtom } from './start-app.ts'

const RETRY_MILLIS = 2_000

/** Retries until the server has answered. */
export const startSessionAtom = atom(null, async (_get, set) => {
  while (!(await set(trySessionAtom))) await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS))
})

/** False when the server cannot be asked now. Expired init data needs a new launch, so that it is not sent again. */
export const trySessionAtom = atom(null, async (get, set): Promise<boolean> => {
  const { tokens, platform } = get(hostAtom)
  if (get(sessionAtom).state === 'reopen') return true
  if (platform.miniApp && get(sessionAtom).state === 'starting') return set(startAppAtom, platform.miniApp)
  const renewal = tokens.refreshToken === null ? 'signed-out' : await tokens.renew()
  if (renewal === 'unreachable') return false
  if (renewal === 'signed-out') set(becomeGuestAtom)
  else if (get(sessionAtom).state !== 'signed-in') set(resumeSessionAtom)
  return true
})

/** The refresh token was refused. */
export const onSessionEndedAtom = atom(null, (get, set) => {
  const wasSignedIn = get(sessionAtom).state === 'signed-in'
  set(onSignedOutAtom)
  if (wasSignedIn && get(hostAtom).platform.miniApp) void set(signInAgainAtom)
})

/** Inside Telegram only. */
export const signInAgainAtom = atom(null, (_get, set) => {
  set(restartSessionAtom)
  return set(startSessionAtom)
})

/** Another tab signed in or out: `refreshToken` is what it stored. */
export const onTokenChangeAtom = atom(null, (get, set, refreshToken: string | null) => {
  const { state } = get(sessionAtom)
  if (refreshToken === null && state !== 'guest') {
    get(hostAtom).tokens.clear()
    set(onSignedOutAtom)
  }
  if (refreshToken !== null && state === 'guest')
    void set(startSessionAtom).then(() => get(hostAtom).socket.reconnect())
})
