/** Freezes of the own account, and the link that freezes it. Each action resolves to undefined, else to the error text. */

import { atom } from 'jotai'
import type { Proof } from '../../../contract/account/calls.ts'
import type { ProfileView, ProofKind } from '../../../contract/account/views.ts'
import { api } from '../../../contract/api.ts'
import type { FreezeView } from '../../../contract/freezes/views.ts'
import { millisOf } from '../../format/times.ts'
import { freezeText } from '../../text/freeze.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { emailTokenAtom } from '../auth/oauth-callback.ts'
import { loadProfileAtom } from './profile.ts'

/** Those that have not ended at `now`; that of the exchange first, because only the exchange lifts it. */
export const activeFreezes = ({ freezes }: Pick<ProfileView, 'freezes'>, now: number): readonly FreezeView[] =>
  freezes
    .filter(({ lifts_at }) => lifts_at === null || now < millisOf(lifts_at))
    .sort((a, b) => Number(a.origin === 'owner') - Number(b.origin === 'owner'))

/** The proofs that lift a freeze: every factor of the account. */
export function allProofs({ has_password, has_2fa }: ProfileView): readonly ProofKind[] {
  const factors = [...(has_password ? (['password'] as const) : []), ...(has_2fa ? (['code'] as const) : [])]
  return factors.length === 0 ? ['sign-in'] : factors
}

export const freezeAtom = atom(null, async (get, set): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.freeze, { body: {} })
  if (!answer.ok) return errorText(answer.failure, freezeText.settings.failed)
  await set(loadProfileAtom)
  return undefined
})

export const unfreezeAtom = atom(null, async (get, set, proof: Proof): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.unfreeze, { body: proof })
  if (!answer.ok) return errorText(answer.failure, freezeText.settings.unfreezeFailed)
  await set(loadProfileAtom)
  return undefined
})

/** `isDead`: the link does not work, and trying again does not help. */
type LinkFailure = { readonly message: string; readonly isDead: boolean }

const DEAD_LINK = ['FREEZE_LINK_INVALID', 'FREEZE_LINK_EXPIRED', 'ACCOUNT_NOT_FOUND']

/** Freezes the account of the link that opened this page. */
export const freezeByLinkAtom = atom(null, async (get): Promise<LinkFailure | undefined> => {
  const answer = await get(hostAtom).http(api.freezeByLink, { body: { token: get(emailTokenAtom) ?? '' } })
  if (answer.ok) return undefined
  const { failure } = answer
  return { message: errorText(failure, freezeText.page.failed), isDead: DEAD_LINK.includes(failure.code ?? '') }
})
