/** Composes registration, login, tokens and the security settings. */

import type { LoginMethod, RefreshedTokens } from '../../contract/auth/views.ts'
import type { UserId } from '../../contract/ids.ts'
import { emailLimit } from '../email/email-limits.ts'
import type { Outbox } from '../email/outbox.ts'
import { openTelegram } from '../identity-providers/telegram.ts'
import type { Database } from '../postgres/database.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { GoogleSettings } from '../runtime/config.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import type { HealthTimes } from '../runtime/part-health.ts'
import { rateLimiter } from '../runtime/rate-limiter.ts'
import type { DeriveKey } from '../secrets/record-key.ts'
import { type Announce, type BotNotices, openAnnounce } from '../security/announce.ts'
import { type ChangeCredential, credentialChanger } from '../security/change-credential.ts'
import { composeEmail } from '../security/compose-email.ts'
import { openEmailTokens } from '../security/email-tokens.ts'
import { type EmailVerification, openEmailVerification } from '../security/email-verification.ts'
import { type FreezeLinks, openFreezeLinks } from '../security/freeze-links.ts'
import type { Frozen } from '../security/freeze-texts.ts'
import { loginMethodLinker } from '../security/link-login-method.ts'
import { attemptCounter, PASSWORD_ATTEMPTS } from '../security/password-attempts.ts'
import { openPasswords, type Passwords } from '../security/password-hash.ts'
import { openPasswordReset, type PasswordReset } from '../security/password-reset.ts'
import { openRecipients, type Recipients } from '../security/recipients.ts'
import { openSecurity, type Security } from '../security/security.ts'
import { openTwoFactor } from '../security/two-factor.ts'
import { openUndoChange, type UndoChange } from '../security/undo-change.ts'
import { openUndoLinks, type UndoLinks } from '../security/undo-links.ts'
import { openCodeMemory } from '../security/verify-code.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { type AccessTokens, openAccessTokens, type SignedInUser } from '../sessions/access-tokens.ts'
import { hasEnded } from '../sessions/ended-sessions.ts'
import { type KnownDevices, openKnownDevices } from '../sessions/known-devices.ts'
import { openLoginHistory } from '../sessions/login-history.ts'
import { openRefreshTokens } from '../sessions/refresh-tokens.ts'
import { openRevokedSessions, type RevokedSessions } from '../sessions/revoked-sessions.ts'
import { openSessions, revokeListed } from '../sessions/sessions.ts'
import { openSocketTickets, type SocketTickets } from '../sessions/socket-tickets.ts'
import { type AccountCheck, openAccountCheck } from '../users/account-check.ts'
import { type AccountRecords, openAccountRecords } from '../users/account-records.ts'
import { openUnopenedUsers, type UnopenedUsers } from '../users/unopened-users.ts'
import { openUnrecordedChanges } from '../users/unrecorded-changes.ts'
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
    readonly records: AccountRecords
    /** Whether the stored accounts are as recorded. */
    readonly accounts: AccountCheck
    readonly unopened: UnopenedUsers
    readonly access: Pick<AccessTokens, 'verify'>
    readonly tickets: SocketTickets
    readonly security: Security
    readonly google: GoogleSignIn
    readonly email: EmailVerification & PasswordReset
    readonly undo: UndoChange
    /** True if the user logged in on this device before. */
    isKnownDevice(user: UserId, device: Pick<ClientDevice, 'tokens'>): Promise<boolean>
    /** Of the bot's notifications. */
    readonly recipients: Recipients
    readonly freezeLinks: FreezeLinks
    /** Undefined if the refresh token is not valid. */
    refresh(token: string, device: ClientDevice): Promise<RefreshedTokens | undefined>
    signOut(refreshToken: string): Promise<void>
    /** Called after sessions were revoked. */
    onSignedOut(listener: (isRevoked: (signedIn: SignedInUser) => boolean) => void): void
    /** Called for every login on the website. */
    onSignedIn(listener: (user: UserId, method: LoginMethod) => void): void
    /** Called for every new session, also those of registrations and of the mini-app. */
    onSessionStarted(listener: (user: UserId, device: ClientDevice) => void): void
    /** The ids in the device tokens of a request, also those of other accounts. */
    readonly deviceIds: KnownDevices['idsOf']
    /** Of the hashes of devices and addresses. */
    readonly markKey: Uint8Array
    /** Of stored results of identity checks. */
    readonly verificationKey: Uint8Array
  }

type AuthDeps = Omit<UsersDeps, 'records'> &
  Pick<TelegramSignInDeps, 'referralOf'> & {
    readonly dataDir: string
    readonly database: Database
    readonly sequencer: Sequencer
    readonly clock: CleanupClock
    readonly log: Log
    readonly appName: string
    readonly botToken: string | undefined
    readonly google: GoogleSettings | undefined
    readonly healthTimes: HealthTimes
    readonly forged: ForgedRows
    readonly outbox: Outbox
    readonly deriveKey: DeriveKey
    readonly rateLimits: boolean
    readonly emailsPerHour: number
    readonly botNotices: BotNotices
    /** The active freezes of an account. */
    readonly freezesOf: (user: UserId) => Promise<readonly Frozen[]>
    /** The address of the exchange, for links in messages. */
    readonly linkOrigin: string
  }

export async function openAuth(deps: AuthDeps): Promise<Auth> {
  const { database, clock, linkOrigin, deriveKey } = deps
  const [revokedSessions, passwords] = await Promise.all([openRevokedSessions(database, clock), openPasswords()])
  const own = openAccounts(deps, revokedSessions)
  const { users, access, refreshTokens } = own
  const undoLinks = openUndoLinks(deriveKey('undo links'), linkOrigin)
  const credentials = openCredentials({ ...deps, ...own, undoLinks }, revokedSessions)
  const { devices } = credentials

  const [signedIn, sessionStarted] = [listenersOf<[UserId, LoginMethod]>(), listenersOf<[UserId, ClientDevice]>()]
  const called = { onSignedIn: signedIn.call, onSessionStarted: sessionStarted.call }
  const signIn = openSignInCompletion({ ...deps, ...own, ...credentials, ...called })

  const freezeLinks = openFreezeLinks(deriveKey('freeze links'), linkOrigin, clock)
  const links = { ...own, ...credentials, passwords, undoLinks, freezeLinks }
  const email = openEmails({ ...deps, key: deriveKey('email tokens') }, links)
  const undo = openUndoChange({ ...credentials, database, clock, links: undoLinks })
  const telegram = openTelegram({ ...deps, key: deriveKey('sign-in data') })
  const google = openGoogleSignIn({ ...deps, ...credentials, users })
  const shared = {
    ...{ ...deps, ...own, ...signIn, ...credentials },
    ...{ passwords, telegram, google, email },
  }

  return {
    ...openPasswordSignIn(shared),
    ...openProviderSignIn(shared),
    completeWithCode: signIn.completeWithCode,
    users,
    records: own.records,
    accounts: own.accounts,
    unopened: own.unopened,
    access,
    google,
    email,
    tickets: openSocketTickets(clock, revokedSessions.isRevoked),
    security: openSecurity(shared),
    async refresh(token, device) {
      const next = await refreshTokens.rotate(token, device)
      if (next === undefined) return undefined
      const user = await users.findById(next.signedIn.user).catch(ignoreDifference)
      if (user === undefined || hasEnded(user, next.signedIn)) return undefined
      await devices.remember(next.signedIn, user, device)
      return { access_token: await access.issue(next.signedIn), refresh_token: next.refresh }
    },
    undo,
    recipients: openRecipients({ ...deps, ...own, undoLinkOf: undo.linkForChat, freezeLinkOf: freezeLinks.linkOf }),
    freezeLinks,
    async isKnownDevice(id, device) {
      const user = await users.findById(id)
      return user !== undefined && (await devices.find(user, device)) !== undefined
    },
    signOut: refreshTokens.revoke,
    onSignedOut: (listener) => revokedSessions.onRevoked(() => listener(revokedSessions.isRevoked)),
    onSignedIn: signedIn.add,
    onSessionStarted: sessionStarted.add,
    deviceIds: devices.idsOf,
    markKey: deriveKey('account marks'),
    verificationKey: deriveKey('verifications'),
  }
}

function listenersOf<Args extends unknown[]>() {
  const listeners: ((...args: Args) => void)[] = []
  return {
    add: (listener: (...args: Args) => void): void => void listeners.push(listener),
    call(...args: Args): void {
      for (const listener of listeners) listener(...args)
    },
  }
}

/** Accounts, and who is logged in. An account that differs from the record is logged out. */
function openAccounts(deps: AuthDeps, revokedSessions: RevokedSessions) {
  const { database, clock, deriveKey } = deps
  const onDiffers = async (user: UserId): Promise<void> => {
    accounts.note(user)
    await revokeListed(database, revokedSessions, { user, now: clock.now() })
  }
  const unrecorded = openUnrecordedChanges(deps.dataDir)
  const shared = { ...deps, key: deriveKey('accounts'), onDiffers, unrecorded }
  const records = openAccountRecords(shared)
  const accounts = openAccountCheck({ ...shared, records, restMillis: deps.healthTimes.ownMillis })
  const users = openUsers({ ...deps, records })
  const sessionKey = deriveKey('refresh tokens')
  return {
    records,
    accounts,
    unopened: openUnopenedUsers({ ...deps, records, accounts }),
    users,
    sessions: openSessions({ database, clock, records, revokedSessions, forged: deps.forged, key: sessionKey }),
    access: openAccessTokens(deriveKey('access tokens'), clock, {
      isRevoked: revokedSessions.isRevoked,
      hasEnded: async (signedIn) => {
        const account = await records.find('id', signedIn.user).catch(ignoreDifference)
        return account === undefined || hasEnded(account.user, signedIn)
      },
    }),
    refreshTokens: openRefreshTokens({ ...deps, records, users }, sessionKey, revokedSessions),
    history: openLoginHistory(database, clock, deps.log),
  }
}

/** What changes and protects credentials. */
function openCredentials(
  deps: AuthDeps & { readonly records: AccountRecords; readonly undoLinks: UndoLinks },
  revokedSessions: RevokedSessions,
) {
  const { records, clock, deriveKey } = deps
  const codes = { deriveKey, codeMemory: openCodeMemory(clock) }
  const devices = openKnownDevices(deriveKey('device tokens'))
  const announce = openAnnounce(deps)
  const changeCredential = credentialChanger({ ...deps, announce, devices }, revokedSessions)
  const limit = deps.rateLimits ? rateLimiter(PASSWORD_ATTEMPTS, clock) : () => 0
  return {
    devices,
    announce,
    changeCredential,
    ...codes,
    twoFactor: openTwoFactor({ ...codes, records, changeCredential }),
    countAttempt: attemptCounter(limit, devices),
    linkLoginMethod: loginMethodLinker({ records, announce }),
  }
}

type EmailParts = {
  readonly users: Users
  readonly records: AccountRecords
  readonly passwords: Passwords
  readonly undoLinks: UndoLinks
  readonly freezeLinks: FreezeLinks
  readonly announce: Announce
  readonly changeCredential: ChangeCredential
  readonly devices: KnownDevices
}

/** The emails that users request. Starts the delivery of all emails. */
function openEmails(
  deps: AuthDeps & { readonly key: Uint8Array },
  parts: EmailParts,
): EmailVerification & PasswordReset {
  const { clock, outbox } = deps
  const tokens = openEmailTokens(deps)
  outbox.start((request) => composeEmail({ ...deps, ...parts, tokens }, request))
  const limitEmail = deps.rateLimits ? emailLimit(clock, deps.emailsPerHour) : () => 0
  return {
    ...openEmailVerification({ ...deps, ...parts, tokens, limitEmail }),
    ...openPasswordReset({ ...parts, limitEmail, outbox, tokens }),
  }
}
