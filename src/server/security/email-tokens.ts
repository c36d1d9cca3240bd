/** Tokens in the links of emails: random, stored as hashes, valid once. A newer token of a kind replaces the older. */

import { hash, randomBytes } from 'node:crypto'
import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, type Queryable, queryOne } from '../postgres/query.ts'
import type { LinkKind, Tables } from '../postgres/tables.ts'
import type { CleanupClock } from '../runtime/clock.ts'

type EmailTokenRow = Tables['email_tokens']

export type EmailTokens = {
  issue(kind: LinkKind, user: UserId, email: string): Promise<string>
  find(kind: LinkKind, token: string): Promise<EmailTokenRow | undefined>
  /** Deletes the token, as part of a transaction; undefined if it is invalid or already used. */
  redeem(client: Queryable, kind: LinkKind, token: string): Promise<EmailTokenRow | undefined>
}

const TOKEN_BYTES = 32
const LIFETIME_MILLIS: Readonly<Record<LinkKind, number>> = {
  confirm: 24 * 60 * 60 * 1_000,
  reset: 30 * 60 * 1_000,
}

const ISSUE = `insert into email_tokens (hash, user_id, kind, email, expires_at) values ($1, $2, $3, $4, $5)
on conflict (user_id, kind) do update
  set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at`
const DELETE_EXPIRED = 'delete from email_tokens where expires_at <= $1'
const VALID = 'from email_tokens where hash = $1 and kind = $2 and expires_at > $3'

export function openEmailTokens({ pool }: Pick<Database, 'pool'>, clock: CleanupClock): EmailTokens {
  const valuesOf = (kind: LinkKind, token: string) => [hashOf(token), kind, clock.now()]
  return {
    async issue(kind, user, email) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const now = clock.now()
      await deleteOld(pool, clock, DELETE_EXPIRED, 0)
      await execute(pool, ISSUE, [hashOf(token), user, kind, email, now + LIFETIME_MILLIS[kind]])
      return token
    },
    find: (kind, token) => queryOne<EmailTokenRow>(pool, `select * ${VALID}`, valuesOf(kind, token)),
    redeem: (client, kind, token) =>
      queryOne<EmailTokenRow>(client, `delete ${VALID} returning *`, valuesOf(kind, token)),
  }
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
