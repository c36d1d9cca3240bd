/** What the links of letters end in: drawn at random, kept as hashes, good once. A newer one of a kind ends the older. */

import { hash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { UserId } from '../../contract/ids.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../postgres/database.ts'
import type { LetterKind, Tables } from '../postgres/tables.ts'

export type EmailLink = Tables['email_links']

export type EmailLinks = {
  /** The token, which is nowhere else from now on. */
  issue(kind: LetterKind, user: UserId, email: string): Promise<string>
  find(kind: LetterKind, token: string): Promise<EmailLink | undefined>
  /** As part of a transaction; of many who show it at once one gets it. */
  spend(client: pg.ClientBase, kind: LetterKind, token: string): Promise<EmailLink | undefined>
}

const TOKEN_BYTES = 32
const LIFE_MILLIS: Readonly<Record<LetterKind, number>> = { confirm: 24 * 60 * 60 * 1_000, reset: 30 * 60 * 1_000 }

const ISSUE = `insert into email_links (hash, user_id, kind, email, expires_at) values ($1, $2, $3, $4, $5)
on conflict (user_id, kind) do update
  set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at`
const GOOD = 'from email_links where hash = $1 and kind = $2 and expires_at > $3'

export function openEmailLinks({ pool, kysely }: Database, clock: Clock): EmailLinks {
  const good = (kind: LetterKind, token: string) => [hashOf(token), kind, clock.now()]
  return {
    async issue(kind, user, email) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const now = clock.now()
      await kysely.deleteFrom('email_links').where('expires_at', '<=', now).execute()
      await pool.query(ISSUE, [hashOf(token), user, kind, email, now + LIFE_MILLIS[kind]])
      return token
    },
    find: async (kind, token) => (await pool.query<EmailLink>(`select * ${GOOD}`, good(kind, token))).rows[0],
    spend: async (client, kind, token) =>
      (await client.query<EmailLink>(`delete ${GOOD} returning *`, good(kind, token))).rows[0],
  }
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
