/** Reauthentication: proves that the owner is present, not a person who found a signed-in device. */

import type { Proof } from '../../contract/account/calls.ts'
import type { ProofKind } from '../../contract/account/views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Clock } from '../runtime/clock.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import type { Passwords } from './password-hash.ts'
import type { TwoFactor } from './two-factor.ts'

/** Undefined if the proof is valid. */
type ProofResult = Promise<Refusal | undefined>

export type Reauthentication = {
  /** Requires a code if 2FA is on, else the password if there is one, else a session younger than ten minutes. */
  reauthenticate(signedIn: SignedInUser, proof: Proof): Promise<User | Refusal>
  /** To turn 2FA on: the password, or a session younger than ten minutes. */
  proveForSetup(signedIn: SignedInUser, password: string | undefined): Promise<User | Refusal>
  byPassword(user: User, password: string | undefined, field?: string): ProofResult
  byCode(user: User, code: string | undefined): ProofResult
  byRecentLogin(signedIn: SignedInUser): ProofResult
}

export type ReauthenticationDeps = {
  readonly users: Pick<Users, 'findById'>
  readonly passwords: Passwords
  readonly twoFactor: Pick<TwoFactor, 'status' | 'verifyCode'>
  readonly sessions: Sessions
  readonly clock: Clock
  /** Rate limiter per account: 0, or how many milliseconds to wait. */
  readonly attempts: (key: string) => number
}

const RECENT_MILLIS = 10 * 60 * 1_000

const required = (by: ProofKind): Refusal => refuse('REAUTH_REQUIRED', { by })

export const rateLimitedFor = (waitMillis: number): Refusal =>
  refuse('RATE_LIMITED', { seconds: String(Math.ceil(waitMillis / 1_000)) })

export function openReauthentication(deps: ReauthenticationDeps): Reauthentication {
  const { users, passwords, twoFactor, sessions, clock, attempts } = deps

  const byPassword: Reauthentication['byPassword'] = async (user, password, field = 'password') => {
    if (password === undefined) return required('password')
    const wait = attempts(user.email ?? user.id)
    if (wait > 0) return rateLimitedFor(wait)
    const isCorrect = await passwords.isCorrect(password, user.password_hash ?? undefined)
    return isCorrect ? undefined : refuse('WRONG_PASSWORD', { field })
  }

  const byCode: Reauthentication['byCode'] = async (user, code) =>
    code === undefined ? required('code') : twoFactor.verifyCode(user.id, code)

  const byRecentLogin: Reauthentication['byRecentLogin'] = async (signedIn) => {
    const startedAt = (await sessions.startedAt(signedIn)) ?? 0
    return clock.now() - startedAt < RECENT_MILLIS ? undefined : required('sign-in')
  }

  return {
    byPassword,
    byCode,
    byRecentLogin,
    async proveForSetup(signedIn, password) {
      const user = await users.findById(signedIn.user)
      if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
      const refusal = await byRecentLogin(signedIn)
      if (refusal === undefined && password === undefined) return user
      return (user.password_hash === null ? refusal : await byPassword(user, password)) ?? user
    },
    async reauthenticate(signedIn, { password, code }) {
      const user = await users.findById(signedIn.user)
      if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
      if ((await twoFactor.status(user.id)).isOn) return (await byCode(user, code)) ?? user
      if (user.password_hash !== null) return (await byPassword(user, password)) ?? user
      return (await byRecentLogin(signedIn)) ?? user
    },
  }
}
