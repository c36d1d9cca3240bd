/**
 * The e-mail address of an account: that it is its owner's, and a way back in for who forgot their password. Whatever is
 * asked for goes into the outbox; what the link of a letter does is decided when it is opened.
 */

import type { Done } from '../../contract/account-views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Letter, writeLetter } from '../mail/letter.ts'
import type { Order, Outbox } from '../mail/outbox.ts'
import type { Database } from '../postgres/database.ts'
import type { LetterKind } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import { type ChangeLock, DONE, HOLD_MILLIS } from './change-lock.ts'
import { openEmailLinks } from './email-links.ts'
import { weakness } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import type { User, Users } from './users.ts'

export type Email = {
  /** The letter that confirms an address, to who just signed up. Never fails: the account is there. */
  greet(user: User, here: string): Promise<void>
  /** The same, when it is asked for. */
  sendConfirmation(user: User, here: string): Promise<Refusal | undefined>
  /** To an address that becomes the account's when it is confirmed, and not before. */
  link(user: User, email: string, here: string): Promise<Refusal | undefined>
  confirm(token: string): Promise<Refusal | undefined>
  /** The same work for an address that nobody has. */
  forgot(email: string, here: string): Promise<Refusal | undefined>
  /** Signs nobody in: whoever has a second factor is asked for it then. */
  reset(token: string, password: string): Promise<Refusal | undefined>
}

export type EmailParts = {
  readonly database: Database
  readonly users: Pick<Users, 'byId' | 'byEmail'>
  readonly passwords: Passwords
  readonly outbox: Outbox
  readonly clock: Clock
  readonly log: Log
  readonly appName: string
  readonly changeLock: ChangeLock
}

const PAGES: Readonly<Record<LetterKind, string>> = { confirm: '/confirm', reset: '/reset' }

/** The user first, then the link, as whoever changes a lock takes them: otherwise each would wait for the other. */
const HOLD = 'select from users where id = $1 for no key update'
const CONFIRM = 'update users set email = $2, email_confirmed = true where id = $1'
/**
 * Whoever never showed that the address was theirs may be somebody else than its owner, who has come now: other ways in
 * that they left behind are taken away.
 */
const RENEW = `update users set password_hash = $3,
  password_changed_at = case when password_hash is null then password_changed_at else $4::bigint end,
  telegram_id = case when email_confirmed then telegram_id end,
  username = case when email_confirmed then username end,
  google_sub = case when email_confirmed then google_sub end,
  email_confirmed = true
where id = $1 and email = $2`

export function openEmail(parts: EmailParts): Email {
  const { database, users, passwords, outbox, clock, log, changeLock } = parts
  const links = openEmailLinks(database, clock)
  outbox.start((order) => write(order, parts, links.issue))
  const isOff = outbox.post.type === 'off'

  return {
    async greet({ id, email }, origin) {
      if (email === null) return
      await outbox.put({ kind: 'confirm', email, user: id, origin }).catch((error: unknown) => {
        log.warn({ err: error, user: id }, 'somebody signed up and gets no letter')
      })
    },
    async sendConfirmation({ id, email, email_confirmed }, origin) {
      if (isOff) return refuse('MAIL_NOT_CONFIGURED')
      if (email === null) return refuse('NO_EMAIL')
      if (email_confirmed) return refuse('EMAIL_CONFIRMED')
      await outbox.put({ kind: 'confirm', email, user: id, origin })
      return undefined
    },
    async link(user, email, origin) {
      if (isOff) return refuse('MAIL_NOT_CONFIGURED')
      if (user.email === email && user.email_confirmed) return refuse('EMAIL_CONFIRMED')
      const holder = await users.byEmail(email)
      if (holder !== undefined && holder.id !== user.id) return refuse('EMAIL_TAKEN')
      await outbox.put({ kind: 'confirm', email, user: user.id, origin })
      return undefined
    },
    async confirm(token) {
      const found = await links.find('confirm', token)
      if (found === undefined) return refuse('LINK_EXPIRED')
      return transaction(database.pool, 'begin', async (client) => {
        await client.query(HOLD, [found.user_id])
        const link = await links.spend(client, 'confirm', token)
        if (link === undefined) return refuse('LINK_EXPIRED')
        await client.query(CONFIRM, [link.user_id, link.email])
        log.info({ user: link.user_id }, 'confirmed an e-mail')
        return undefined
      }).catch(whenTaken)
    },
    async forgot(email, origin) {
      if (isOff) return refuse('MAIL_NOT_CONFIGURED')
      await outbox.put({ kind: 'reset', email, user: null, origin })
      return undefined
    },
    async reset(token, password) {
      const found = await links.find('reset', token)
      if (found === undefined) return refuse('LINK_EXPIRED')
      const weak = weakness(password, found.email)
      if (weak !== undefined) return weak
      const passwordHash = await passwords.hash(password)
      const done = await changeLock<Done>({
        what: 'a forgotten password was replaced',
        user: found.user_id,
        family: undefined,
        version: undefined,
        holdMillis: HOLD_MILLIS,
        async work(client, now) {
          const link = await links.spend(client, 'reset', token)
          if (link === undefined) return refuse('LINK_EXPIRED')
          // Whoever has another address by now is not who this letter was for.
          const { rowCount } = await client.query(RENEW, [link.user_id, link.email, passwordHash, now])
          return rowCount === 1 ? DONE : refuse('LINK_EXPIRED')
        },
      })
      return 'code' in done ? done : undefined
    },
  }
}

/** Undefined when there is nobody to write to any more. */
async function write(
  { kind, email, user, origin }: Order,
  { users, appName }: EmailParts,
  issue: (kind: LetterKind, user: string, email: string) => Promise<string>,
): Promise<Letter | undefined> {
  const reader = user === null ? await users.byEmail(email) : await users.byId(user)
  if (reader === undefined) return undefined
  const token = await issue(kind, reader.id, email)
  return writeLetter(kind, { to: email, appName, link: `${origin}${PAGES[kind]}#token=${token}` })
}

const UNIQUE_VIOLATION = '23505'

/** Somebody else confirmed the same address first. */
function whenTaken(error: unknown): Refusal {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === UNIQUE_VIOLATION)
    return refuse('EMAIL_TAKEN')
  throw error
}
