/** What protects an account. */

import { atom } from 'jotai'
import type { ProfileView } from '../../../contract/account/views.ts'
import { linkableMethodsAtom } from '../auth/login-methods.ts'

/** In the order in which they are recommended. */
const PROTECTIONS = ['twoFactor', 'password', 'email', 'spare'] as const
export type Protection = (typeof PROTECTIONS)[number]

type Protections = {
  readonly on: number
  readonly all: number
  /** The first one that is off. */
  readonly missing: Protection | undefined
  readonly states: readonly { readonly protection: Protection; readonly isOn: boolean }[]
}

/** A second login method (`spare`) counts only where the user has one, or can add one. */
export const protectionsAtom = atom((get) => {
  const { google, telegram } = get(linkableMethodsAtom)
  return (profile: ProfileView): Protections => {
    const isOn: Readonly<Record<Protection, boolean>> = {
      twoFactor: profile.has_2fa,
      password: profile.has_password,
      email: profile.email_confirmed,
      spare: profile.ways.length > 1,
    }
    const canAddSpare = google || telegram || profile.email === null
    const states = PROTECTIONS.filter((each) => each !== 'spare' || isOn.spare || canAddSpare).map((protection) => ({
      protection,
      isOn: isOn[protection],
    }))
    const off = states.filter((each) => !each.isOn)
    return { on: states.length - off.length, all: states.length, missing: off[0]?.protection, states }
  }
})
