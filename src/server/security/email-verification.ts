/** Proves that an email address belongs to the owner of an account. */

import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { EmailLimit } from '../email/email-limits.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Database } from '../postgres/database.ts'
import { isUniqueViolation, type Queryable, queryOne } from '../postgres/query.ts'
import { transaction } from '../postgres/transaction.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import type { Announce } from './announce.ts'
import type { EmailTokens } from './email-tokens.ts'
import { rateLimitedFor } from './password-attempts.ts'

export type EmailVerification = {
  /** For a new account. Never fails: the account exists already, and its owner can request the email again. */
  sendFirstConfirmation(user: User, device: ClientDevice): Promise<void>
  sendConfirmation(user: User, device: ClientDevice): Promise<Refusal | undefined>
  /** To an address that becomes the account's when it is confirmed. */
  sendLinkConfirmation(user: User, email: string, device: ClientDevice): Promise<Refusal | undefined>
  confirm(token: string, device: ClientDevice): Promise<Refusal | undefined>
}

type EmailVerificationDeps = {
  readonly database: Database
  readonly users: Pick<Users, 'findByEmail' | 'isReserved'>
  readonly outbox: Outbox
  readonly limitEmail: EmailLimit
  readonly tokens: EmailTokens
  readonly announce: Announce
  readonly clock: Clock
  readonly log: Log
}

/** Locks the user before the token, in the order of a credential change, which avoids a deadlock. */
const LOCK = 'select * from users where id = $1 for no key update'
const CONFIRM = 'update users set email_confirmed = true where id = $1'
const REPLACE = 'update users set email = $2, email_confirmed = true, email_since = $3 where id = $1'

export function openEmailVerification(deps: EmailVerificationDeps): EmailVerification {
  const { database, users, outbox, limitEmail, tokens, announce, clock, log } = deps
  const isOff = outbox.transport.type === 'off'

  async function setEmail(client: Queryable, user: User, email: string, device: ClientDevice): Promise<void> {
    if (user.email === email) return void (await client.query(CONFIRM, [user.id]))
    const now = clock.now()
    await client.query(REPLACE, [user.id, email, now])
    await announce.added(client, { change: 'email', user, device, now })
  }

  return {
    async sendFirstConfirmation({ id, email }, { address }) {
      if (email === null) return
      if (limitEmail(email, address) > 0)
        return log.warn({ event: 'email.limited', user: id }, 'a new user gets no confirmation email: too many emails')
      await outbox.enqueue({ kind: 'confirm', email, user: id, subject: null }).catch((error: unknown) => {
        log.warn({ event: 'email.not_queued', err: error, user: id }, 'a new user gets no confirmation email')
      })
    },
    async sendConfirmation({ id, email, email_confirmed }, { address }) {
      if (isOff) return refuse('MAIL_NOT_CONFIGURED')
      if (email === null) return refuse('NO_EMAIL')
      if (email_confirmed) return refuse('EMAIL_CONFIRMED')
      const wait = limitEmail(email, address)
      if (wait > 0) return rateLimitedFor(wait)
      await outbox.enqueue({ kind: 'confirm', email, user: id, subject: null })
      return undefined
    },
    async sendLinkConfirmation(user, email, { address }) {
      if (isOff) return refuse('MAIL_NOT_CONFIGURED')
      if (user.email === email && user.email_confirmed) return refuse('EMAIL_CONFIRMED')
      // A limit of its own: requests of others must not use up the limit of the owner of the address.
      const wait = limitEmail(`link ${email}`, address)
      if (wait > 0) return rateLimitedFor(wait)
      const holder = await users.findByEmail(email)
      if (holder !== undefined && holder.id !== user.id) return refuse('EMAIL_TAKEN')
      if (await users.isReserved(email, user.id)) return refuse('EMAIL_TAKEN')
      await outbox.enqueue({ kind: 'confirm', email, user: user.id, subject: null })
      return undefined
    },
    async confirm(token, device) {
      const found = await tokens.find('confirm', token)
      if (found === undefined) return refuse('LINK_EXPIRED')
      const refusal = await transaction(database.pool, 'begin', async (client) => {
        const user = await queryOne<User>(client, LOCK, [found.user_id])
        const redeemed = await tokens.redeem(client, 'confirm', token)
        if (user === undefined || redeemed === undefined) return refuse('LINK_EXPIRED')
        await setEmail(client, user, redeemed.email, device)
        log.info({ event: 'security.email_confirmed', user: user.id }, 'confirmed an email address')
        return undefined
      }).catch(refuseTaken)
      if (refusal === undefined) announce.send()
      return refusal
    },
  }
}

/** Another account confirmed the same address first. */
function refuseTaken(error: unknown): Refusal {
  if (isUniqueViolation(error)) return refuse('EMAIL_TAKEN')
  throw error
}
