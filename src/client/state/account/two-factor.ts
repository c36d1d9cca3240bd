/** Turning the second factor on: the secret that waits to be confirmed, and the recovery codes that are shown once. */

import { atom } from 'jotai'
import type { ConfirmTwoFactorBody, TwoFactorSetup } from '../../contract/account-views.ts'
import { api } from '../../contract/api.ts'
import { twoFactor } from '../text/en-settings.ts'
import { hostAtom } from './host.ts'
import { loadProfileAtom, whyNot } from './session.ts'

export type Setup =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly words: string }
  | { readonly state: 'ready'; readonly setup: TwoFactorSetup }

const setupSource = atom<Setup>({ state: 'loading' })
const codesSource = atom<readonly string[] | undefined>(undefined)

/** Asked for when somebody looks; writing it asks again. What was asked for before is void. */
export const setupAtom = atom(
  (get) => get(setupSource),
  async (get, set) => {
    set(setupSource, { state: 'loading' })
    const answer = await get(hostAtom).http(api.setTwoFactor, { body: {} })
    set(
      setupSource,
      answer.ok
        ? { state: 'ready', setup: answer.value }
        : { state: 'failed', words: whyNot(answer.failure, twoFactor.failedSet) },
    )
  },
)
setupAtom.onMount = (begin) => void begin()

/** Undefined but between their making and the reader's word that they are kept; whoever leaves sees them no more. */
export const recoveryCodesAtom = atom(
  (get) => get(codesSource),
  (_get, set, _verb: 'forget') => set(codesSource, undefined),
)
recoveryCodesAtom.onMount = (set) => () => set('forget')

type FirstProof = Omit<ConfirmTwoFactorBody, 'secret'>

/** Undefined when it is on from now on, else what to say. */
export const confirmTwoFactorAtom = atom(null, async (get, set, proof: FirstProof): Promise<string | undefined> => {
  const setup = get(setupSource)
  if (setup.state !== 'ready') return twoFactor.failedLoad
  const answer = await get(hostAtom).http(api.confirmTwoFactor, { body: { ...proof, secret: setup.setup.secret } })
  if (!answer.ok) {
    const { failure } = answer
    if (failure.kind === 'refused' && failure.code === '2FA_SETUP_EXPIRED') void set(setupAtom)
    return whyNot(failure, twoFactor.failedLoad)
  }
  set(codesSource, answer.value.recovery_codes)
  await set(loadProfileAtom)
  return undefined
})

/** The ones before stop working. */
export const newRecoveryCodesAtom = atom(null, async (get, set, code: string): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.recoveryCodes, { body: { code } })
  if (!answer.ok) return whyNot(answer.failure, twoFactor.failedLoad)
  set(codesSource, answer.value.recovery_codes)
  await set(loadProfileAtom)
  return undefined
})
