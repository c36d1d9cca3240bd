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
import { type DeriveKey, openKeyDerivation } from '../secrets/key-derivation.ts'
import { type BotNotices, openAnnounce } from '../security/announce.ts'
import { credentialChanger } from '../security/change-credential.ts'
import { composeEmail } from '../security/compose-email.ts'
import { openEmailTokens } from '../security/email-tokens.ts'
import { type EmailVerification, openEmailVerification } from '../security/email-verification.ts'
import { identityLinker } from '../security/link-login-method.ts'
import { attemptCounter, PASSWORD_ATTEMPTS } from '../security/password-attempts.ts'
import { openPasswords } from '../security/password-hash.ts'
import { openPasswordReset, type PasswordReset } from '../security/password-reset.ts'
import { openSecurity, type Security } from '../security/security.ts'
import { openTwoFactor } from '../security/two-factor.ts'
import { openUndoChange, type UndoChange } from '../security/undo-change.ts'
import { openUndoLinks, type UndoLinks } from '../security/undo-links.ts'
import { type AccessTokens, openAccessTokens } from '../sessions/access-tokens.ts'
import { openKnownDevices } from '../sessions/known-devices.ts'
import { openLoginHistory } from '../sessions/login-history.ts'
import { openRefreshTokens } from '../sessions/refresh-tokens.ts'
import { openRevokedSessions, type RevokedSessions } from '../sessions/revoked-sessions.ts'
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
    readonly undo: UndoChange
    /** The undo link of an addition, for the bot's notifications. */
    readonly undoLinkOf: UndoLinks['linkOf']
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
    readonly botNotices: BotNotices
    /** The address of the exchange, for links in messages. */
    readonly linkOrigin: string
  }

export async function openAuth(deps: AuthDeps): Promise<Auth> {
  const { database, clock, outbox, appName, linkOrigin } = deps
  const [deriveKey, revokedSessions, passwords] = await Promise.all([
    openKeyDerivation(database, deps.secretKey),
    openRevokedSessions(database, clock),
    openPasswords(),
  ])
  const users = openUsers(deps)
  const access = openAccessTokens(deriveKey('access tokens'), clock, revokedSessions.isRevoked)
  const refreshTokens = openRefreshTokens(database, deriveKey('refresh tokens'), deps, revokedSessions)
  const history = openLoginHistory(database, clock)
  const credentials = openCredentials(deps, deriveKey, revokedSessions)
  const { devices, announce, changeCredential, twoFactor } = credentials

  const listeners: ((user: UserId, method: LoginMethod) => void)[] = []
  const onSignedIn = (user: UserId, method: LoginMethod): void => {
    for (const listener of listeners) listener(user, method)
  }
  const signIn = openSignInCompletion({
    ...deps,
    users,
    twoFactor,
    devices,
    refreshTokens,
    access,
    history,
    onSignedIn,
  })

  const tokens = openEmailTokens(database, clock)
  const undoLinks = openUndoLinks(deriveKey('undo links'), linkOrigin)
  outbox.start((request) => composeEmail({ database, users, tokens, undoLinks, appName, linkOrigin }, request))
  const email = {
    ...openEmailVerification({ ...deps, users, tokens, announce }),
    ...openPasswordReset({ passwords, outbox, tokens, changeCredential, announce }),
  }

  const sessions = openSessions(database, clock, revokedSessions)
  const telegram = openTelegram(deps)
  const google = openGoogleSignIn({ ...deps, ...credentials, users })
  const shared = {
    ...{ ...deps, ...signIn, ...credentials },
    ...{ users, passwords, telegram, google, sessions, history, email, deriveKey },
  }

  return {
    ...openPasswordSignIn(shared),
    ...openProviderSignIn(shared),
    completeWithCode: signIn.completeWithCode,
    users,
    access,
    google,
    email,
    tickets: openSocketTickets(clock, revokedSessions.isRevoked),
    security: openSecurity(shared),
    async refresh(token, device) {
      const next = await refreshTokens.rotate(token, device)
      if (next === undefined) return undefined
      const user = await users.findById(next.signedIn.user)
      if (user !== undefined) await devices.remember(next.signedIn, user, device)
      return { access_token: await access.issue(next.signedIn), refresh_token: next.refresh }
    },
    undo: openUndoChange({ database, clock, links: undoLinks, passwords, announce, changeCredential }),
    undoLinkOf: undoLinks.linkOf,
    signOut: refreshTokens.revoke,
    onSignedOut: revokedSessions.onRevoked,
    onSignedIn: (listener) => void listeners.push(listener),
  }
}

/** What changes and protects credentials. */
function openCredentials(deps: AuthDeps, deriveKey: DeriveKey, revokedSessions: RevokedSessions) {
  const { database, clock } = deps
  const devices = openKnownDevices(deriveKey('device tokens'))
  const announce = openAnnounce(deps)
  const changeCredential = credentialChanger({ ...deps, announce }, revokedSessions)
  const limit = deps.rateLimits ? rateLimiter(PASSWORD_ATTEMPTS, clock) : () => 0
  return {
    devices,
    announce,
    changeCredential,
    twoFactor: openTwoFactor({ database, clock, deriveKey, changeCredential }),
    countAttempt: attemptCounter(limit, devices),
    linkIdentity: identityLinker({ database, clock, announce }),
  }
}
