/** Opens registration, sign-in, tokens and security settings. */

import type { LoginMethod } from '../../contract/auth/views.ts'
import type { UserId } from '../../contract/ids.ts'
import type { Auth } from '../auth/auth.ts'
import { sessionRefresher } from '../auth/refresh-session.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import { openFreezeLinks } from '../security/freeze-links.ts'
import { openPasswords } from '../security/password-hash.ts'
import { openRecipients } from '../security/recipients.ts'
import { openRevokedSessions } from '../sessions/revoked-sessions.ts'
import { openSocketTickets } from '../sessions/socket-tickets.ts'
import { type EmailsDeps, openAccountEmails } from './open-account-emails.ts'
import { type AccountsDeps, openAccounts } from './open-accounts.ts'
import { type CredentialsDeps, openCredentials } from './open-credentials.ts'
import { openSignIn, type SignInDeps } from './open-sign-in.ts'

type AuthDeps = AccountsDeps & CredentialsDeps & EmailsDeps & SignInDeps

export async function openAuth(deps: AuthDeps): Promise<Auth> {
  const { database, clock, deriveKey, linkOrigin } = deps
  const [revokedSessions, passwords] = await Promise.all([openRevokedSessions(database, clock), openPasswords()])
  const accounts = openAccounts(deps, revokedSessions)
  const { users, records, access, refreshTokens } = accounts
  const credentials = openCredentials(deps, records, revokedSessions)
  const { devices, undo, undoLinks, announce, changeCredential } = credentials
  const freezeLinks = openFreezeLinks(deriveKey('freeze links'), linkOrigin, clock)
  const parts = { users, records, undoLinks, announce, changeCredential, passwords, freezeLinks }
  const email = openAccountEmails(deps, parts)
  const [signedIn, sessionStarted] = [listenersOf<[UserId, LoginMethod]>(), listenersOf<[UserId, ClientDevice]>()]
  const signIn = openSignIn(deps, accounts, credentials, {
    passwords,
    email,
    onSignedIn: signedIn.call,
    onSessionStarted: sessionStarted.call,
  })
  return {
    ...signIn,
    users,
    records,
    accounts: accounts.accounts,
    unopened: accounts.unopened,
    access,
    email,
    undo,
    freezeLinks,
    tickets: openSocketTickets(clock, revokedSessions.isRevoked),
    recipients: openRecipients({
      records,
      appName: deps.appName,
      undoLinkOf: undo.linkForChat,
      freezeLinkOf: freezeLinks.linkOf,
    }),
    async isKnownDevice(id, device) {
      const user = await users.findById(id)
      return user !== undefined && (await devices.find(user, device)) !== undefined
    },
    refresh: sessionRefresher({ users, refreshTokens, access, devices }),
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
