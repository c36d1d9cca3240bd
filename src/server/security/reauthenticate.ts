/** Reauthentication: proves that the owner is present, not a person who found a signed-in device or stole a token. */

import type { Proof } from '../../contract/account/calls.ts'
import type { ProofKind } from '../../contract/account/views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { isSettled, methodSince } from '../users/login-methods.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import type { CountAttempt } from './password-attempts.ts'
import type { Passwords } from './password-hash.ts'
import type { TwoFactor } from './two-factor.ts'

type Factor = Exclude<ProofKind, 'sign-in'>

/** Undefined if the proof is valid. */
type ProofResult = Promise<Refusal | undefined>

export type Reauthentication = {
  /**
   * Requires a code if 2FA is on, else the password if there is one, else a login within the last ten minutes. A password
   * or 2FA younger than one day requires that login as well, and the login must not be by a method younger than one day.
   */
  reauthenticate(signedIn: SignedInUser, proof: Proof, device: ClientDevice): Promise<User | Refusal>
  /** Requires the password and a code if the account has both, otherwise as above. */
  reauthenticateFully(signedIn: SignedInUser, proof: Proof, device: ClientDevice): Promise<User | Refusal>
  byPassword(user: User, password: string | undefined, device: ClientDevice, field?: string): ProofResult
  byCode(user: User, code: string | undefined, device: ClientDevice): ProofResult
}

export type ReauthenticationDeps = {
  readonly users: Pick<Users, 'findById'>
  readonly passwords: Pick<Passwords, 'verify'>
  readonly twoFactor: Pick<TwoFactor, 'status' | 'verifyCode'>
  readonly sessions: Sessions
  readonly devices: KnownDevices
  readonly clock: Clock
  readonly countAttempt: CountAttempt
}

const RECENT_MILLIS = 10 * 60 * 1_000

const required = (by: ProofKind): Refusal => refuse('REAUTH_REQUIRED', { by })

export function openReauthentication(deps: ReauthenticationDeps): Reauthentication {
  const { users, passwords, twoFactor, sessions, devices, clock, countAttempt } = deps

  const byPassword: Reauthentication['byPassword'] = async (user, password, device, field = 'password') => {
    if (password === undefined) return required('password')
    const refusal = await countAttempt(user.email ?? user.id, user, device)
    if (refusal !== undefined) return refusal
    const isCorrect = await passwords.verify(password, user.password_hash ?? undefined)
    return isCorrect ? undefined : refuse('WRONG_PASSWORD', { field })
  }

  const byCode: Reauthentication['byCode'] = async (user, code, device) =>
    code === undefined
      ? required('code')
      : twoFactor.verifyCode(user.id, { code, device: await devices.find(user, device) })

  async function byRecentLogin(signedIn: SignedInUser, user: User): ProofResult {
    const session = await sessions.find(signedIn)
    const now = clock.now()
    if (session === undefined || now - session.signed_in_at >= RECENT_MILLIS) return required('sign-in')
    return isSettled(methodSince(user, session.login_method), now) ? undefined : refuse('WAY_TOO_NEW')
  }

  /** `asks`: which of the factors that the account has, in the order of their checks. */
  const prove =
    (asks: (factors: readonly Factor[]) => readonly Factor[]): Reauthentication['reauthenticate'] =>
    async (signedIn, proof, device) => {
      const user = await users.findById(signedIn.user)
      if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
      const { isOn, enabledAt } = await twoFactor.status(user.id)
      const now = clock.now()
      const hasPassword = user.password_hash !== null
      const hasSettledPassword = hasPassword && isSettled(user.password_since, now)
      const needsLogin = !hasSettledPassword && !(isOn && isSettled(enabledAt, now))
      // The code is last, because checking a code uses it up.
      const asked = asks([...(hasPassword ? (['password'] as const) : []), ...(isOn ? (['code'] as const) : [])])
      const missing = asked.find((factor) => proof[factor] === undefined)
      if (missing !== undefined) return required(missing)
      let refusal = needsLogin ? await byRecentLogin(signedIn, user) : undefined
      for (const factor of asked)
        refusal ??= await (factor === 'code'
          ? byCode(user, proof.code, device)
          : byPassword(user, proof.password, device))
      return refusal ?? user
    }

  return {
    byPassword,
    byCode,
    reauthenticate: prove((factors) => factors.slice(-1)),
    reauthenticateFully: prove((factors) => factors),
  }
}
