/** Sets a new password through a link in an email. */

import type { Ok } from '../../contract/call.ts'
import type { Millis } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { EmailLimit } from '../email/email-limits.ts'
import type { Outbox } from '../email/outbox.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import { isSettled } from '../users/login-methods.ts'
import type { User } from '../users/user-row.ts'
import type { Announce } from './announce.ts'
import { type ChangeCredential, HOLD_MILLIS, OK } from './change-credential.ts'
import type { EmailTokens } from './email-tokens.ts'
import type { Passwords } from './password-hash.ts'
import { checkPassword } from './password-rules.ts'

export type PasswordReset = {
  /** Does the same work for an unknown address, so that its duration reveals nothing. */
  requestPasswordReset(email: string, device: ClientDevice): Promise<Refusal | undefined>
  /** Creates no session: a login with the new password still asks for the second factor. */
  resetPassword(token: string, password: string, device: ClientDevice): Promise<Refusal | undefined>
}

type PasswordResetDeps = {
  readonly passwords: Passwords
  readonly outbox: Outbox
  readonly limitEmail: EmailLimit
  readonly tokens: EmailTokens
  readonly changeCredential: ChangeCredential
  readonly announce: Announce
}

export function openPasswordReset(deps: PasswordResetDeps): PasswordReset {
  const { passwords, outbox, limitEmail, tokens, changeCredential, announce } = deps
  return {
    async requestPasswordReset(email, { address }) {
      if (outbox.transport.type === 'off') return refuse('MAIL_NOT_CONFIGURED')
      // The same reply, so that it does not reveal how often this address was used.
      if (limitEmail(email, address) > 0) return undefined
      await outbox.enqueue({ kind: 'reset', email, user: null, subject: null })
      return undefined
    },
    async resetPassword(token, password, device) {
      const found = await tokens.find('reset', token)
      if (found === undefined) return refuse('LINK_EXPIRED')
      const refusal = checkPassword(password, found.email)
      if (refusal !== undefined) return refusal
      const passwordHash = await passwords.hash(password)
      const changed = await changeCredential<Ok>({
        event: 'security.password_reset',
        user: found.user_id,
        session: undefined,
        device,
        version: undefined,
        holdMillis: HOLD_MILLIS,
        async change(client, { user }, now) {
          const redeemed = await tokens.redeem(client, 'reset', token, user)
          // The account's address has changed since the email was sent.
          if (user.email === null || user.email !== redeemed?.email) return refuse('LINK_EXPIRED')
          if (user.password_hash === null) await announce.added(client, { change: 'password', user, device, now })
          return { patch: { user: resetColumns(user, passwordHash, now) }, result: OK }
        },
      })
      return isRefused(changed) ? changed : undefined
    },
  }
}

function resetColumns(user: User, password_hash: string, now: Millis): Partial<User> {
  const isFirst = user.password_hash === null
  // A password set by a new address is as new as that address.
  const isNew = isFirst || !isSettled(user.email_since, now)
  return {
    password_hash,
    ...(isNew && { password_since: now }),
    ...(!isFirst && { password_changed_at: now }),
    ...(!user.email_confirmed && WITHOUT_OTHER_METHODS),
    email_confirmed: true,
  }
}

/**
 * While the address was unconfirmed, another person may have registered with it and linked login methods of their own.
 * The reset proves ownership of the address, so those methods are unlinked.
 */
const WITHOUT_OTHER_METHODS: Partial<User> = { telegram_id: null, username: null, google_sub: null }
