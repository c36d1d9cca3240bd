/** Proves that an email address belongs to the owner of an account. */

import type { Ok } from '../../contract/call.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { EmailLimit } from '../email/email-limits.ts'
import type { Outbox } from '../email/outbox.ts'
import { isUniqueViolation, query } from '../postgres/query.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Log } from '../runtime/log.ts'
import type { AccountRecords } from '../users/account-records.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import type { Announce } from './announce.ts'
import { OK } from './change-credential.ts'
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
  readonly records: AccountRecords
  readonly users: Pick<Users, 'idOf' | 'isReserved'>
  readonly outbox: Outbox
  readonly limitEmail: EmailLimit
  readonly tokens: EmailTokens
  readonly announce: Announce
  readonly log: Log
}

export function openEmailVerification(deps: EmailVerificationDeps): EmailVerification {
  const { records, users, outbox, limitEmail, tokens, announce, log } = deps
  const isOff = outbox.transport.type === 'off'

  const request = (user: User, email: string): Promise<void> => {
    const proof = tokens.requestProof(user, email)
    return outbox.enqueue({ kind: 'confirm', email, user: user.id, subject: null, proof })
  }

  return {
    async sendFirstConfirmation(user, { address }) {
      const { id, email } = user
      if (email === null) return
      if (limitEmail(email, address) > 0)
        return log.warn({ event: 'email.limited', user: id }, 'a new user gets no confirmation email: too many emails')
      await request(user, email).catch((error: unknown) => {
        log.warn({ event: 'email.not_queued', err: error, user: id }, 'a new user gets no confirmation email')
      })
    },
    async sendConfirmation(user, { address }) {
      const { email, email_confirmed } = user
      if (isOff) return refuse('MAIL_NOT_CONFIGURED')
      if (email === null) return refuse('NO_EMAIL')
      if (email_confirmed) return refuse('EMAIL_CONFIRMED')
      const wait = limitEmail(email, address)
      if (wait > 0) return rateLimitedFor(wait)
      await request(user, email)
      return undefined
    },
    async sendLinkConfirmation(user, email, { address }) {
      if (isOff) return refuse('MAIL_NOT_CONFIGURED')
      if (user.email === email && user.email_confirmed) return refuse('EMAIL_CONFIRMED')
      // A limit of its own: requests of others must not use up the limit of the owner of the address.
      const wait = limitEmail(`link ${email}`, address)
      if (wait > 0) return rateLimitedFor(wait)
      if (((await users.idOf('email', email)) ?? user.id) !== user.id) return refuse('EMAIL_TAKEN')
      if (await users.isReserved(email, user.id)) return refuse('EMAIL_TAKEN')
      await request(user, email)
      return undefined
    },
    async confirm(token, device) {
      const found = await tokens.find('confirm', token)
      if (found === undefined) return refuse('LINK_EXPIRED')
      const confirmed = await records
        .change<Ok>(found.user_id, async (client, { user }, now) => {
          const redeemed = await tokens.redeem(client, 'confirm', token, user)
          if (redeemed === undefined) return refuse('LINK_EXPIRED')
          // The constraint of the table may be gone.
          if ((await query(client, HELD, [redeemed.email, user.id])).length > 0) return refuse('EMAIL_TAKEN')
          const { email } = redeemed
          const isNew = user.email !== email
          if (isNew) await announce.added(client, { change: 'email', user, device, now })
          const columns = { email_confirmed: true, ...(isNew && { email, email_since: now }) }
          return { patch: { user: columns }, result: OK }
        })
        .catch(refuseTaken)
      if (isRefused(confirmed)) return confirmed
      log.info({ event: 'security.email_confirmed', user: found.user_id }, 'confirmed an email address')
      announce.send()
      return undefined
    },
  }
}

const HELD = 'select from users where email = $1 and id <> $2'

/** Another account confirmed the same address first. */
function refuseTaken(error: unknown): Refusal {
  if (isUniqueViolation(error, 'users')) return refuse('EMAIL_TAKEN')
  throw error
}
