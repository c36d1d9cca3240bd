/** The profile of the signed-in user. */

import { atom } from 'jotai'
import type { ProfileView } from '../../../contract/account/views.ts'
import { api } from '../../../contract/api.ts'
import { hostAtom } from '../app/host.ts'
import { sessionAtom } from '../auth/session.ts'

const source = atom<ProfileView | undefined>(undefined)
const failedSource = atom(false)

export const profileAtom = atom((get) => get(source))
/** The last request for a profile failed. */
export const profileFailedAtom = atom((get) => get(failedSource))

export const loadProfileAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom)
  set(failedSource, false)
  const answer = await get(hostAtom).http(api.profile)
  // Each sign-in makes a new session object: an answer to a request of an earlier one may belong to another user.
  if (get(sessionAtom) !== session) return
  if (answer.ok && session.state === 'signed-in') set(source, answer.value)
  else set(failedSource, true)
})

export const clearProfileAtom = atom(null, (_get, set) => set(source, undefined))
