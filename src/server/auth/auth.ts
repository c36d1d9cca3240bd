/** Composes registration, login, tokens and the security settings. */

import type { LoginMethod, RefreshedTokens } from '../../contract/auth/views.ts'
import type { UserId } from '../../contract/ids.ts'
import type { Outbox } from '../email/outbox.ts'
import { openTelegram } from '../identity-providers/telegram.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { GoogleSettings } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import { rateLimiter } from '../runtime/rate-limiter.ts'
import { openKeyDerivation } from '../secrets/key-derivation.ts'
import { credentialChanger } from '../security/change-credential.ts'
import { composeEmail } from '../security/compose-email.ts'
import { openEmailTokens } from '../security/email-tokens.ts'
import { type EmailVerification, openEmailVerification } from '../security/email-verification.ts'
import { openPasswords } from '../security/password-hash.ts'
import { openPasswordReset, type PasswordReset } from '../security/password-reset.ts'
import { openSecurity, type Security } from '../security/security.ts'
import { openTwoFactor } from '../security/two-factor.ts'
import { type AccessTokens, openAccessTokens } from '../sessions/access-tokens.ts'
import { openLoginHistory } from '../sessions/login-history.ts'
import { openRefreshTokens } from '../sessions/refresh-tokens.ts'
import { openRevokedSessions } from '../sessions/revoked-sessions.ts'
import { openSessions } from '../sessions/sessions.ts'
import { openSocketTickets, type SocketTickets } from '../sessions/socket-tickets.ts'
import { openUsers, type Users, type UsersDeps } from '../users/users.ts'
import { openSignInCompletion, type SignInCompletion } from './complete-sign-in.ts'
import { type GoogleSignIn, openGoogleSignIn } from './google-sign-in.ts'
import { openPasswordSignIn, type PasswordSignIn } from './password-sign-in.ts'
import { openProviderSignIn, type ProviderSignIn } from './provider-sign-in.ts'
import type { TelegramSignInDeps } from './telegram-sign-in.ts'

export type Auth = Pick<SignInCompletion, 'completeWithCode'> &
  PasswordSignIn &
  ProviderSignIn & {
    readonly users: Users
    readonly access: Pick<AccessTokens, 'verify'>
    readonly tickets: SocketTickets
    readonly security: Security
    readonly google: GoogleSignIn
    readonly email: EmailVerification & PasswordReset
    /** Undefined if the refresh token is not valid. */
    refresh(token: string, device: ClientDevice): Promise<RefreshedTokens | undefined>
    signOut(refreshToken: string): Promise<void>
    /** Called for every revoked session. */
    onSignedOut(listener: (session: string) => void): void
    /** Called for every login on the website. */
    onSignedIn(listener: (user: UserId, method: LoginMethod) => void): void
  }

type AuthDeps = UsersDeps &
  Pick<TelegramSignInDeps, 'referralOf'> & {
    readonly clock: CleanupClock
    readonly log: Log
    readonly appName: string
    readonly botToken: string | undefined
    readonly google: GoogleSettings | undefined
    readonly outbox: Outbox
    readonly secretKey: string | undefined
    readonly rateLimits: boolean
  }

/** Password attempts per account: enough for typing errors, too few for a dictionary. */
const PASSWORD_ATTEMPTS = { perSecond: 1 / 30, burst: 10 }

export async function openAuth(deps: AuthDeps): Promise<Auth> {
  const { database, clock, outbox } = deps
  const [deriveKey, revokedSessions, passwords] = await Promise.all([
    openKeyDerivation(database, deps.secretKey),
    openRevokedSessions(database, clock),
    openPasswords(),
  ])
  const users = openUsers(deps)
  const access = openAccessTokens(deriveKey('access tokens'), clock, revokedSessions.isRevoked)
  const refreshTokens = openRefreshTokens(database, deriveKey('refresh tokens'), deps, revokedSessions)
  const history = openLoginHistory(database, clock)
  const changeCredential = credentialChanger(deps, revokedSessions)
  const twoFactor = openTwoFactor({ database, clock, deriveKey, changeCredential })

  const listeners: ((user: UserId, method: LoginMethod) => void)[] = []
  const onSignedIn = (user: UserId, method: LoginMethod): void => {
    for (const listener of listeners) listener(user, method)
  }
  const signIn = openSignInCompletion({ ...deps, users, twoFactor, refreshTokens, access, history, onSignedIn })

  const tokens = openEmailTokens(database, clock)
  outbox.start((request) => composeEmail({ users, tokens, appName: deps.appName }, request))
  const email = {
    ...openEmailVerification({ ...deps, users, tokens }),
    ...openPasswordReset({ passwords, outbox, tokens, changeCredential }),
  }

  const attempts = deps.rateLimits ? rateLimiter(PASSWORD_ATTEMPTS, clock) : () => 0
  const sessions = openSessions(database, clock, revokedSessions)
  const telegram = openTelegram(deps)
  const google = openGoogleSignIn({ ...deps, users })
  const shared = { ...deps, ...signIn, users, passwords, telegram, google, twoFactor, sessions, history, email }

  return {
    ...openPasswordSignIn({ ...shared, attempts }),
    ...openProviderSignIn(shared),
    completeWithCode: signIn.completeWithCode,
    users,
    access,
    google,
    email,
    tickets: openSocketTickets(clock, revokedSessions.isRevoked),
    security: openSecurity({ ...shared, attempts, deriveKey, changeCredential }),
    async refresh(token, device) {
      const next = await refreshTokens.rotate(token, device)
      return next && { access_token: await access.issue(next.signedIn), refresh_token: next.refresh }
    },
    signOut: refreshTokens.revoke,
    onSignedOut: revokedSessions.onRevoked,
    onSignedIn: (listener) => void listeners.push(listener),
  }
}
