/** Registration, sign-in, tokens and security settings, as the rest of the server uses them. */

import type { LoginMethod } from '../../contract/auth/views.ts'
import type { UserId } from '../../contract/ids.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { EmailVerification } from '../security/email-verification.ts'
import type { FreezeLinks } from '../security/freeze-links.ts'
import type { PasswordReset } from '../security/password-reset.ts'
import type { Recipients } from '../security/recipients.ts'
import type { Security } from '../security/security.ts'
import type { UndoChange } from '../security/undo-change.ts'
import type { AccessTokens, SignedInUser } from '../sessions/access-tokens.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import type { SocketTickets } from '../sessions/socket-tickets.ts'
import type { AccountCheck } from '../users/account-check.ts'
import type { AccountRecords } from '../users/account-records.ts'
import type { UnopenedUsers } from '../users/unopened-users.ts'
import type { Users } from '../users/users.ts'
import type { SignInCompletion } from './complete-sign-in.ts'
import type { GoogleSignIn } from './google-sign-in.ts'
import type { PasswordSignIn } from './password-sign-in.ts'
import type { ProviderSignIn } from './provider-sign-in.ts'
import type { RefreshSession } from './refresh-session.ts'

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
    readonly refresh: RefreshSession
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
