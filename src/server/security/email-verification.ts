/** Proves that an email address belongs to the owner of an account. */

import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Database } from '../postgres/database.ts'
import { isUniqueViolation } from '../postgres/query.ts'
import { transaction } from '../postgres/transaction.ts'
import type { Log } from '../runtime/log.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import type { EmailTokens } from './email-tokens.ts'

export type EmailVerification = {
  /** For a new account. Never fails: the account exists already. */
  sendFirstConfirmation(user: User, origin: string): Promise<void>
  sendConfirmation(user: User, origin: string): Promise<Refusal | undefined>
  /** To an address that becomes the account's when it is confirmed. */
  sendLinkConfirmation(user: User, email: string, origin: string): Promise<Refusal | undefined>
  confirm(token: string): Promise<Refusal | undefined>
}

type EmailVerificationDeps = {
  readonly database: Database
  readonly users: Pick<Users, 'findByEmail'>
  readonly outbox: Outbox
  readonly tokens: EmailTokens
  readonly log: Log
}

/** Locks the user before the token, in the order of a credential change, which avoids a deadlock. */
const LOCK = 'select from users where id = $1 for no key update'
const CONFIRM = 'update users set email = $2, email_confirmed = true where id = $1'

export function openEmailVerification(deps: EmailVerificationDeps): EmailVerification {
  const { database, users, outbox, tokens, log } = deps
  const isOff = outbox.transport.type === 'off'

  return {
    async sendFirstConfirmation({ id, email }, origin) {
      if (email === null) return
      await outbox.enqueue({ kind: 'confirm', email, user: id, origin }).catch((error: unknown) => {
        log.warn({ event: 'email.not_queued', err: error, user: id }, 'a new user gets no confirmation email')
      })
    },
    async sendConfirmation({ id, email, email_confirmed }, origin) {
      if (isOff) return refuse('MAIL_NOT_CONFIGURED')
      if (email === null) return refuse('NO_EMAIL')
      if (email_confirmed) return refuse('EMAIL_CONFIRMED')
      await outbox.enqueue({ kind: 'confirm', email, user: id, origin })
      return undefined
    },
    async sendLinkConfirmation(user, email, origin) {
      if (isOff) return refuse('MAIL_NOT_CONFIGURED')
      if (user.email === email && user.email_confirmed) return refuse('EMAIL_CONFIRMED')
      const holder = await users.findByEmail(email)
      if (holder !== undefined && holder.id !== user.id) return refuse('EMAIL_TAKEN')
      await outbox.enqueue({ kind: 'confirm', email, user: user.id, origin })
      return undefined
    },
    async confirm(token) {
      const found = await tokens.find('confirm', token)
      if (found === undefined) return refuse('LINK_EXPIRED')
      return transaction(database.pool, 'begin', async (client) => {
        await client.query(LOCK, [found.user_id])
        const redeemed = await tokens.redeem(client, 'confirm', token)
        if (redeemed === undefined) return refuse('LINK_EXPIRED')
        await client.query(CONFIRM, [redeemed.user_id, redeemed.email])
        log.info({ event: 'security.email_confirmed', user: redeemed.user_id }, 'confirmed an email address')
        return undefined
      }).catch(refuseTaken)
    },
  }
}

/** Another account confirmed the same address first. */
function refuseTaken(error: unknown): Refusal {
  if (isUniqueViolation(error)) return refuse('EMAIL_TAKEN')
  throw error
}
