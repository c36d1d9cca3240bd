/** The identity check: the link to the provider's page, and watching for the result. */

import { atom, type PrimitiveAtom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { VerificationStatus, WebsdkLinkView } from '../../../contract/verification/views.ts'
import { verificationText } from '../../text/verification.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { loadProfileAtom } from './profile.ts'

type LinkRequest =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly link: WebsdkLinkView }
  | { readonly state: 'failed'; readonly error: string }

/** A new link whenever it is mounted, and after a failure when it is set. */
export const verificationLinkOf = perUser(() => {
  const source = atom<LinkRequest>({ state: 'loading' })
  const shown = atom(
    (get) => get(source),
    async (get, set) => {
      set(source, { state: 'loading' })
      const { http, platform } = get(hostAtom)
      // Inside Telegram the page of the provider opens in a browser, and leads back to Telegram.
      const return_to = platform.miniApp === undefined ? 'settings' : 'telegram'
      const answer = await http(api.websdkLink, { query: { return_to } })
      if (answer.ok) return set(source, { state: 'ready', link: answer.value })
      set(source, { state: 'failed', error: errorText(answer.failure, verificationText.failed) })
      // The result may have arrived meanwhile.
      if (answer.failure.kind === 'refused') await set(loadProfileAtom)
    },
  )
  shown.onMount = (load) => void load()
  return shown
})

const EVERY_MILLIS = 5_000
const FOR_MILLIS = 2 * 60_000

/**
 * Loads the profile every five seconds for two minutes while mounted. The server also notifies an open connection, but
 * Telegram and phones pause connections in the background.
 */
export const watchResultAtom = atom(undefined, (get, set) => {
  if (get(hostAtom).platform.isVisible()) void set(loadProfileAtom)
})
watchResultAtom.onMount = (load) => {
  const timer = setInterval(load, EVERY_MILLIS)
  const end = setTimeout(() => clearInterval(timer), FOR_MILLIS)
  return () => {
    clearInterval(timer)
    clearTimeout(end)
  }
}

const statusOf = perUser((): PrimitiveAtom<VerificationStatus | undefined> => atom<VerificationStatus | undefined>())

/** Shows a notice if the status is another one than before. Returns whether it is. */
export const noteStatusAtom = atom(null, (get, set, user: string, status: VerificationStatus): boolean => {
  const before = get(statusOf(user))
  set(statusOf(user), status)
  if (before === undefined || before === status || status === 'none') return false
  const isGood = status === 'approved' || status === 'pending'
  set(notifyAtom, { kind: isGood ? 'success' : 'error', ...verificationText.results[status] })
  return true
})
