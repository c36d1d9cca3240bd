import type { LoginBody } from '../../contract/auth/calls.ts'
import type { Tokens } from '../../contract/auth/views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Log } from '../runtime/log.ts'
import type { EmailVerification } from '../security/email-verification.ts'
import type { CountAttempt } from '../security/password-attempts.ts'
import type { Passwords } from '../security/password-hash.ts'
import { checkPassword } from '../security/password-rules.ts'
import type { LoginHistory } from '../sessions/login-history.ts'
import type { Users } from '../users/users.ts'
import type { SignInCompletion } from './complete-sign-in.ts'
import type { ReferralCode } from './telegram-sign-in.ts'

export type PasswordSignIn = {
  register(body: Registration, device: ClientDevice): Promise<Tokens | Refusal>
  /** An unknown email and a wrong password get the same reply after the same work. */
  signIn(body: LoginBody, device: ClientDevice): Promise<Tokens | Refusal>
}

type Registration = { readonly email: string; readonly password: string; readonly referrer_uid?: ReferralCode }

type PasswordSignInDeps = {
  readonly users: Users
  readonly passwords: Passwords
  readonly history: LoginHistory
  readonly countAttempt: CountAttempt
  readonly completeSignIn: SignInCompletion['completeSignIn']
  readonly email: Pick<EmailVerification, 'sendFirstConfirmation'>
  readonly log: Log
}

export function openPasswordSignIn(deps: PasswordSignInDeps): PasswordSignIn {
  const { users, passwords, history, countAttempt, completeSignIn, log } = deps

  return {
    async register({ email, password, referrer_uid }, device) {
      const refusal = checkPassword(password, email)
      if (refusal !== undefined) return refusal
      if (await users.isReserved(email)) return refuse('EMAIL_TAKEN')
      const passwordHash = await passwords.hash(password)
      const identity = { type: 'password', email, passwordHash } as const
      const user = await users.register({ identity, referralCode: referrer_uid })
      if (user === undefined) return refuse('EMAIL_TAKEN')
      log.info({ event: 'auth.registered', user: user.id, method: 'email' }, 'registered a user')
      await deps.email.sendFirstConfirmation(user, device)
      return completeSignIn({ user, loginMethod: 'email', device, skipsNotification: true })
    },
    async signIn({ email, password, code }, device) {
      const user = await users.findByEmail(email)
      const refusal = await countAttempt(email, user, device)
      if (refusal !== undefined) return refusal
      const isCorrect = await passwords.verify(password, user?.password_hash ?? undefined)
      if (isCorrect && user !== undefined) return completeSignIn({ user, loginMethod: 'email', device, code })
      log.info({ event: 'auth.wrong_password', user: user?.id }, 'a sign-in failed')
      // Not awaited: the duration of the reply must not reveal whether the account exists.
      if (user !== undefined) void history.record({ user: user.id, loginMethod: 'email', device }, 'wrong_password')
      return refuse('INVALID_CREDENTIALS')
    },
  }
}
