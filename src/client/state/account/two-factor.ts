/** Two-factor setup: the secret to be confirmed, and the recovery codes, which are shown once. */

import { atom } from 'jotai'
import type { ConfirmTwoFactorBody } from '../../../contract/account/calls.ts'
import type { TwoFactorSetup } from '../../../contract/account/views.ts'
import { api } from '../../../contract/api.ts'
import { settingsText } from '../../text/settings.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { loadProfileAtom } from './profile.ts'

type Setup =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'ready'; readonly setup: TwoFactorSetup }

const setupSource = atom<Setup>({ state: 'loading' })
const codesSource = atom<readonly string[] | undefined>(undefined)

/** Requests a new secret on mount and on write; the former secret becomes invalid. */
export const setupAtom = atom(
  (get) => get(setupSource),
  async (get, set) => {
    set(setupSource, { state: 'loading' })
    const answer = await get(hostAtom).http(api.setTwoFactor, { body: {} })
    set(
      setupSource,
      answer.ok
        ? { state: 'ready', setup: answer.value }
        : { state: 'failed', message: errorText(answer.failure, settingsText.twoFactor.failedSet) },
    )
  },
)
setupAtom.onMount = (begin) => void begin()

/** Set after the codes are created, until the user has saved them or leaves the screen. */
export const recoveryCodesAtom = atom(
  (get) => get(codesSource),
  (_get, set, _verb: 'forget') => set(codesSource, undefined),
)
recoveryCodesAtom.onMount = (set) => () => set('forget')

type FirstProof = Omit<ConfirmTwoFactorBody, 'secret'>

/** Resolves to undefined when the second factor is on, else to the error text. */
export const confirmTwoFactorAtom = atom(null, async (get, set, proof: FirstProof): Promise<string | undefined> => {
  const setup = get(setupSource)
  if (setup.state !== 'ready') return settingsText.twoFactor.failedLoad
  const answer = await get(hostAtom).http(api.confirmTwoFactor, { body: { ...proof, secret: setup.setup.secret } })
  if (!answer.ok) {
    const { failure } = answer
    if (failure.kind === 'refused' && failure.code === '2FA_SETUP_EXPIRED') void set(setupAtom)
    return errorText(failure, settingsText.twoFactor.invalidCode)
  }
  set(codesSource, answer.value.recovery_codes)
  await set(loadProfileAtom)
  return undefined
})

/** Replaces the recovery codes; the former ones stop working. */
export const newRecoveryCodesAtom = atom(null, async (get, set, code: string): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.recoveryCodes, { body: { code } })
  if (!answer.ok) return errorText(answer.failure, settingsText.twoFactor.invalidCode)
  set(codesSource, answer.value.recovery_codes)
  await set(loadProfileAtom)
  return undefined
})
