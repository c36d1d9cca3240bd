/** Sets a new password through a link in an email. */

import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { EmailLimit } from '../email/email-limits.ts'
import type { Outbox } from '../email/outbox.ts'
import { queryOne } from '../postgres/query.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import { isSettled } from '../users/login-methods.ts'
import type { User } from '../users/user-row.ts'
import type { Announce } from './announce.ts'
import { type ChangeCredential, HOLD_MILLIS } from './change-credential.ts'
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

/**
 * While the address was unconfirmed, another person may have registered with it and linked login methods of their own.
 * The reset proves ownership of the address, so those methods are unlinked.
 */
const RESET = `update users set password_hash = $3,
  password_since = case when $5 then $4::bigint else password_since end,
  password_changed_at = case when password_hash is null then password_changed_at else $4::bigint end,
  telegram_id = case when email_confirmed then telegram_id end,
  username = case when email_confirmed then username end,
  google_sub = case when email_confirmed then google_sub end,
  email_confirmed = true
where id = $1 and email = $2`

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
      const changed = await changeCredential<User>({
        event: 'security.password_reset',
        user: found.user_id,
        session: undefined,
        device,
        version: undefined,
        holdMillis: HOLD_MILLIS,
        async change(client, now) {
          const redeemed = await tokens.redeem(client, 'reset', token)
          if (redeemed === undefined) return refuse('LINK_EXPIRED')
          const user = await queryOne<User>(client, 'select * from users where id = $1', [redeemed.user_id])
          // The account's address has changed since the email was sent.
          if (user === undefined || user.email !== redeemed.email) return refuse('LINK_EXPIRED')
          const isFirst = user.password_hash === null
          // A password set by a new address is as new as that address.
          const isNew = isFirst || !isSettled(user.email_since, now)
          await client.query(RESET, [user.id, redeemed.email, passwordHash, now, isNew])
          if (isFirst) await announce.added(client, { change: 'password', user, device, now })
          return user
        },
      })
      return isRefused(changed) ? changed : undefined
    },
  }
}
