/** Sets a new password through a link in an email. */

import type { Ok } from '../../contract/call.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { Outbox } from '../email/outbox.ts'
import { execute } from '../postgres/query.ts'
import { type ChangeCredential, HOLD_MILLIS, OK } from './change-credential.ts'
import type { EmailTokens } from './email-tokens.ts'
import type { Passwords } from './password-hash.ts'
import { checkPassword } from './password-rules.ts'

export type PasswordReset = {
  /** Does the same work for an unknown address, so that its duration reveals nothing. */
  requestPasswordReset(email: string, origin: string): Promise<Refusal | undefined>
  /** Creates no session: a login with the new password still asks for the second factor. */
  resetPassword(token: string, password: string): Promise<Refusal | undefined>
}

type PasswordResetDeps = {
  readonly passwords: Passwords
  readonly outbox: Outbox
  readonly tokens: EmailTokens
  readonly changeCredential: ChangeCredential
}

/**
 * While the address was unconfirmed, another person may have registered with it and linked login methods of their own.
 * The reset proves ownership of the address, so those methods are unlinked.
 */
const RESET = `update users set password_hash = $3,
  password_changed_at = case when password_hash is null then password_changed_at else $4::bigint end,
  telegram_id = case when email_confirmed then telegram_id end,
  username = case when email_confirmed then username end,
  google_sub = case when email_confirmed then google_sub end,
  email_confirmed = true
where id = $1 and email = $2`

export function openPasswordReset({ passwords, outbox, tokens, changeCredential }: PasswordResetDeps): PasswordReset {
  return {
    async requestPasswordReset(email, origin) {
      if (outbox.transport.type === 'off') return refuse('MAIL_NOT_CONFIGURED')
      await outbox.enqueue({ kind: 'reset', email, user: null, origin })
      return undefined
    },
    async resetPassword(token, password) {
      const found = await tokens.find('reset', token)
      if (found === undefined) return refuse('LINK_EXPIRED')
      const refusal = checkPassword(password, found.email)
      if (refusal !== undefined) return refusal
      const passwordHash = await passwords.hash(password)
      const changed = await changeCredential<Ok>({
        event: 'security.password_reset',
        user: found.user_id,
        session: undefined,
        version: undefined,
        holdMillis: HOLD_MILLIS,
        async change(client, now) {
          const redeemed = await tokens.redeem(client, 'reset', token)
          if (redeemed === undefined) return refuse('LINK_EXPIRED')
          // No row if the account's address has changed since the email was sent.
          const rows = await execute(client, RESET, [redeemed.user_id, redeemed.email, passwordHash, now])
          return rows === 1 ? OK : refuse('LINK_EXPIRED')
        },
      })
      return isRefused(changed) ? changed : undefined
    },
  }
}
