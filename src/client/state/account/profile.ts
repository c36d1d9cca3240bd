/** The profile of the signed-in user. */

import { atom } from 'jotai'
import type { ProfileView } from '../../../contract/account/views.ts'
import { api } from '../../../contract/api.ts'
import { hostAtom } from '../app/host.ts'
import { persistedAtom } from '../app/persisted-atom.ts'
import { sessionAtom } from '../auth/session.ts'

const source = atom<ProfileView | undefined>(undefined)
const failedSource = atom(false)
/** Stored on the device, so that the next start need not wait for the profile. */
const tradedBefore = persistedAtom(
  'hasTraded',
  (text) => text === 'yes',
  (hasTraded) => (hasTraded ? 'yes' : null),
)

/** The balance of a younger account has too few points for a line. */
const LINE_AFTER_MILLIS = 3_600_000
const oldBefore = persistedAtom(
  'hasBalanceLine',
  (text) => text === 'yes',
  (isOld) => (isOld ? 'yes' : null),
)
/** Whether the account is old enough for a line of its balance, so that pages keep the space of one while it loads. */
export const expectsBalanceLineAtom = atom((get) => get(oldBefore))

export const profileAtom = atom((get) => get(source))
/** The last request for a profile failed. */
export const profileFailedAtom = atom((get) => get(failedSource))

export const loadProfileAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom)
  set(failedSource, false)
  const answer = await get(hostAtom).http(api.profile)
  // Each sign-in makes a new session object: an answer to a request of an earlier one may belong to another user.
  if (get(sessionAtom) !== session) return
  if (answer.ok && session.state === 'signed-in') {
    set(source, answer.value)
    set(tradedBefore, answer.value.has_traded)
    set(oldBefore, Date.now() - Date.parse(answer.value.created_at) > LINE_AFTER_MILLIS)
  } else set(failedSource, true)
})

/** Whether the account has traded or converted; undefined while that is not known. */
export const hasTradedAtom = atom(
  (get) => get(source)?.has_traded ?? (get(tradedBefore) || get(failedSource) || undefined),
)

/** After a trade or a conversion: the first one changes the profile. */
export const onTradeAtom = atom(null, (get, set) => {
  if (get(source)?.has_traded === false) void set(loadProfileAtom)
})

export const clearProfileAtom = atom(null, (_get, set) => {
  set(source, undefined)
  set(tradedBefore, false)
  set(oldBefore, false)
})
