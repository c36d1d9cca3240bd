/** That it is still the owner who asks, and not whoever found a phone that is signed in. */

import type { Proof, ProofKind } from '../../contract/account-views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Clock } from '../clock.ts'
import type { SignedIn } from './access-tokens.ts'
import type { Passwords } from './passwords.ts'
import type { SignIns } from './sign-ins.ts'
import type { TwoFactor } from './two-factor.ts'
import type { User, Users } from './users.ts'

/** Undefined when it is proved. */
type Proved = Promise<Refusal | undefined>

export type Proofs = {
  /** By what the account has: a code, else the password, else a sign-in of just now. */
  reauthenticate(signedIn: SignedIn, proof: Proof): Promise<User | Refusal>
  /** Before there is a second factor: the password, or a sign-in of just now. */
  ownsFirst(signedIn: SignedIn, password: string | undefined): Promise<User | Refusal>
  byPassword(user: User, password: string | undefined, field?: string): Proved
  byCode(user: User, code: string | undefined): Proved
  bySignIn(signedIn: SignedIn): Proved
}

type Parts = {
  readonly users: Pick<Users, 'byId'>
  readonly passwords: Passwords
  readonly twoFactor: TwoFactor
  readonly signIns: SignIns
  readonly clock: Clock
  /** 0, or how long to wait: passwords of one account are not tried in a row. */
  readonly attempts: (key: string) => number
}

const FRESH_MILLIS = 10 * 60 * 1_000

const wanted = (by: ProofKind): Refusal => refuse('REAUTH_REQUIRED', { by })

export const tooOften = (waitMillis: number): Refusal =>
  refuse('RATE_LIMITED', { seconds: String(Math.ceil(waitMillis / 1_000)) })

export function openProofs({ users, passwords, twoFactor, signIns, clock, attempts }: Parts): Proofs {
  const byPassword: Proofs['byPassword'] = async (user, password, field = 'password') => {
    if (password === undefined) return wanted('password')
    const wait = attempts(user.email ?? user.id)
    if (wait > 0) return tooOften(wait)
    const isRight = await passwords.isRight(password, user.password_hash ?? undefined)
    return isRight ? undefined : refuse('WRONG_PASSWORD', { field })
  }

  const byCode: Proofs['byCode'] = async (user, code) =>
    code === undefined ? wanted('code') : twoFactor.spend(user.id, code)

  const bySignIn: Proofs['bySignIn'] = async (signedIn) => {
    const startedAt = (await signIns.startedAt(signedIn)) ?? 0
    return clock.now() - startedAt < FRESH_MILLIS ? undefined : wanted('sign-in')
  }

  return {
    byPassword,
    byCode,
    bySignIn,
    async ownsFirst(signedIn, password) {
      const user = await users.byId(signedIn.user)
      if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
      const late = await bySignIn(signedIn)
      if (late === undefined && password === undefined) return user
      return (user.password_hash === null ? late : await byPassword(user, password)) ?? user
    },
    async reauthenticate(signedIn, { password, code }) {
      const user = await users.byId(signedIn.user)
      if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
      if ((await twoFactor.stateOf(user.id)).isOn) return (await byCode(user, code)) ?? user
      if (user.password_hash !== null) return (await byPassword(user, password)) ?? user
      return (await bySignIn(signedIn)) ?? user
    },
  }
}
