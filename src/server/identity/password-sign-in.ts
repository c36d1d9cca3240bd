/** Coming in with an e-mail and a password. */

import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { LoginBody, Tokens } from '../../contract/views.ts'
import type { Log } from '../log.ts'
import type { Email } from './email.ts'
import type { Entrance } from './entrance.ts'
import type { LoginHistory } from './login-history.ts'
import { weakness } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import { tooOften } from './reauthenticate.ts'
import type { ReferralCode } from './telegram.ts'
import type { Users } from './users.ts'
import type { Visitor } from './visitor.ts'

export type PasswordSignIn = {
  /** `here` is our own origin, where the link of the first letter leads. */
  register(body: Registration, visitor: Visitor, here: string): Promise<Tokens | Refusal>
  /** An unknown e-mail and a wrong password get the same answer after the same work. */
  signIn(body: LoginBody, visitor: Visitor): Promise<Tokens | Refusal>
}

type Registration = { readonly email: string; readonly password: string; readonly referrer_uid?: ReferralCode }

type Parts = {
  readonly users: Users
  readonly passwords: Passwords
  readonly history: LoginHistory
  readonly attempts: (key: string) => number
  readonly enter: Entrance['enter']
  readonly greet: Email['greet']
  readonly log: Log
}

export function openPasswordSignIn({ users, passwords, history, attempts, enter, greet, log }: Parts): PasswordSignIn {
  return {
    async register({ email, password, referrer_uid }, visitor, here) {
      const weak = weakness(password, email)
      if (weak !== undefined) return weak
      const passwordHash = await passwords.hash(password)
      const user = await users.register({ way: { type: 'password', email, passwordHash }, referralCode: referrer_uid })
      if (user === undefined) return refuse('EMAIL_TAKEN')
      log.info({ user: user.id }, 'registered')
      await greet(user, here)
      return enter({ user, way: 'email', visitor, isQuiet: true })
    },
    async signIn({ email, password, code }, visitor) {
      const wait = attempts(email)
      if (wait > 0) return tooOften(wait)
      const user = await users.byEmail(email)
      const isRight = await passwords.isRight(password, user?.password_hash ?? undefined)
      if (isRight && user !== undefined) return enter({ user, way: 'email', visitor, code })
      log.info({ user: user?.id }, 'a sign-in failed')
      // Not waited for: how long the answer takes must not tell whether there is an account to note it for.
      if (user !== undefined)
        void history
          .note({ user: user.id, way: 'email', visitor }, 'wrong_password')
          .catch((error) => log.warn({ err: error }, 'a failed sign-in could not be noted'))
      return refuse('INVALID_CREDENTIALS')
    },
  }
}
