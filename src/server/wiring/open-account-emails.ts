/** Opens the emails that users request, and starts the delivery of all emails. */

import type { UserId } from '../../contract/ids.ts'
import { emailLimit } from '../email/email-limits.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Database } from '../postgres/database.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { DeriveKey } from '../secrets/record-key.ts'
import { composeEmail } from '../security/compose-email.ts'
import { openEmailTokens } from '../security/email-tokens.ts'
import { type EmailVerification, openEmailVerification } from '../security/email-verification.ts'
import type { FreezeLinks } from '../security/freeze-links.ts'
import type { Frozen } from '../security/freeze-texts.ts'
import type { Passwords } from '../security/password-hash.ts'
import { openPasswordReset, type PasswordReset } from '../security/password-reset.ts'
import type { Accounts } from './open-accounts.ts'
import type { Credentials } from './open-credentials.ts'

export type EmailsDeps = {
  readonly database: Database
  readonly outbox: Outbox
  /** The active freezes of an account. */
  readonly freezesOf: (user: UserId) => Promise<readonly Frozen[]>
  readonly clock: CleanupClock
  readonly log: Log
  readonly deriveKey: DeriveKey
  readonly rateLimits: boolean
  readonly emailsPerHour: number
  readonly appName: string
  /** The address of the exchange, for links. */
  readonly linkOrigin: string
}

type Parts = Pick<Accounts, 'users' | 'records'> &
  Pick<Credentials, 'undoLinks' | 'announce' | 'changeCredential'> & {
    readonly passwords: Passwords
    readonly freezeLinks: FreezeLinks
  }

export function openAccountEmails(deps: EmailsDeps, parts: Parts): EmailVerification & PasswordReset {
  const { database, outbox, freezesOf, clock, log, appName, linkOrigin } = deps
  const { users, records, undoLinks, announce, changeCredential, passwords, freezeLinks } = parts
  const tokens = openEmailTokens({ database, clock, key: deps.deriveKey('email tokens') })
  const composing = { database, clock, users, tokens, undoLinks, freezeLinks, freezesOf, appName, linkOrigin }
  outbox.start((request) => composeEmail(composing, request))
  const limitEmail = deps.rateLimits ? emailLimit(clock, deps.emailsPerHour) : () => 0
  return {
    ...openEmailVerification({ records, users, outbox, limitEmail, tokens, announce, log }),
    ...openPasswordReset({ passwords, outbox, limitEmail, tokens, changeCredential, announce }),
  }
}
