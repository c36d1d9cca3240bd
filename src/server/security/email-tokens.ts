/** Tokens in the links of emails: random, stored as keyed hashes, valid once. A newer token of a kind replaces the older. */

import { randomBytes } from 'node:crypto'
import { isUuid, type Millis, type UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, type Queryable, queryOne } from '../postgres/query.ts'
import type { LinkKind, Tables } from '../postgres/tables.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'
import type { User } from '../users/user-row.ts'

type EmailTokenRow = Tables['email_tokens']

/** A change of a credential or of the address ends all tokens and requests from before it, also rows that are put back. */
type Owner = Pick<User, 'id' | 'credentials_version' | 'email' | 'email_since'>

export type EmailTokens = {
  issue(kind: LinkKind, user: Owner, email: string): Promise<string>
  /** Whose token it may be. What it is valid for, `redeem` decides. */
  find(kind: LinkKind, token: string): Promise<EmailTokenRow | undefined>
  /** Deletes the token, as part of a transaction; undefined if it is invalid or already used, or not of this user. */
  redeem(client: Queryable, kind: LinkKind, token: string, user: Owner): Promise<EmailTokenRow | undefined>
  /** That the user asked to confirm this address, not more than two weeks ago: only then an email with a link is sent there. */
  requestProof(user: Owner, email: string): Buffer
  isRequested(user: Owner, email: string, proof: Buffer | null | undefined): boolean
}

const TOKEN_BYTES = 32
const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000
/** Requests are as old as the week: one is sent late when the server or the mail server was down. */
const WEEK_MILLIS: Millis = 7 * DAY_MILLIS
const LIFETIME_MILLIS: Readonly<Record<LinkKind, number>> = {
  confirm: DAY_MILLIS,
  reset: 30 * 60 * 1_000,
}

const ISSUE = `insert into email_tokens (hash, user_id, kind, email, expires_at) values ($1, $2, $3, $4, $5)
on conflict (user_id, kind) do update
  set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at`
const DELETE_EXPIRED = 'delete from email_tokens where expires_at <= $1'
const VALID = 'from email_tokens where user_id = $1 and kind = $2 and expires_at > $3'

const valuesOf = ({ id, credentials_version, email, email_since }: Owner) =>
  [id, credentials_version, email, email_since] as const

type TokensDeps = { readonly database: Pick<Database, 'pool'>; readonly clock: CleanupClock; readonly key: Uint8Array }

export function openEmailTokens({ database: { pool }, clock, key }: TokensDeps): EmailTokens {
  const hashOf = (token: string, owner: Owner, { kind, email, expires_at }: Omit<EmailTokenRow, 'hash'>): Buffer =>
    keyedHash(key, 'link', [token, ...valuesOf(owner), kind, email, expires_at])
  const proofAt = (at: Millis, owner: Owner, email: string): Buffer =>
    keyedHash(key, 'request', [...valuesOf(owner), email, Math.floor(at / WEEK_MILLIS)])

  return {
    requestProof: (user, email) => proofAt(clock.now(), user, email),
    isRequested(user, email, proof) {
      const [now, sent] = [clock.now(), proof ?? null]
      // Also of next week: a clock may have been set back.
      return [now, now - WEEK_MILLIS, now + WEEK_MILLIS].some((at) => isSameHash(sent, proofAt(at, user, email)))
    },
    async issue(kind, user, email) {
      const { id } = user
      const token = `${id}${randomBytes(TOKEN_BYTES).toString('base64url')}`
      const row = { user_id: id, kind, email, expires_at: clock.now() + LIFETIME_MILLIS[kind] }
      await deleteOld(pool, clock, DELETE_EXPIRED, 0)
      await execute(pool, ISSUE, [hashOf(token, user, row), id, kind, email, row.expires_at])
      return token
    },
    async find(kind, token) {
      const user = userIn(token)
      if (user === undefined) return undefined
      const row = await queryOne<EmailTokenRow>(pool, `select * ${VALID}`, [user, kind, clock.now()])
      return row && { ...row, user_id: user, kind }
    },
    async redeem(client, kind, token, user) {
      const { id } = user
      const row = await queryOne<EmailTokenRow>(client, `select * ${VALID} for update`, [id, kind, clock.now()])
      // Of this user and kind: a database can answer with the row of another user.
      const own = row && { ...row, user_id: id, kind }
      if (own === undefined || own.expires_at <= clock.now()) return undefined
      if (!isSameHash(own.hash, hashOf(token, user, own))) return undefined
      await execute(client, 'delete from email_tokens where user_id = $1 and kind = $2', [id, kind])
      return own
    },
  }
}

const UUID_LENGTH = 36

function userIn(token: string): UserId | undefined {
  const id = token.slice(0, UUID_LENGTH)
  return isUuid(id) ? (id as UserId) : undefined
}
