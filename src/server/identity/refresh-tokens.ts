/**
 * Refresh tokens: opaque, and only their hashes are kept. Each use answers the same successor, derived by a secret
 * of ours, so two tabs that refresh at once agree. A token stays good until its successor is first used, plus a grace;
 * who shows it later has a copy, or lost theirs to one, and the whole family ends.
 */

import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Way } from '../../contract/account-views.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import type { SignedIn } from './access-tokens.ts'
import { END_FAMILY, type Families, SIGN_IN_MILLIS } from './families.ts'
import type { User } from './users.ts'
import type { Visitor } from './visitor.ts'

export type RefreshTokens = {
  /** The first token of a new family; undefined when a lock of the account was changed meanwhile. */
  begin(beginning: Beginning): Promise<Issued | undefined>
  /** The successor, or undefined when the token is not, or no longer, good. */
  rotate(token: string, visitor: Visitor): Promise<Issued | undefined>
  /** Ends the family of this token, whatever its state; a token nobody knows is no news. */
  end(token: string): Promise<void>
}

type Issued = { readonly signedIn: SignedIn; readonly refresh: string }

/** Who was let in, as they were when that was decided. */
export type Beginning = {
  readonly user: Pick<User, 'id' | 'locks_version'>
  readonly way: Way
  readonly visitor: Visitor
}

type Row = Tables['refresh_tokens']
type Verdict =
  | { readonly type: 'good'; readonly row: Row }
  | { readonly type: 'stolen'; readonly row: Row }
  | { readonly type: 'unknown' }

const GRACE_MILLIS = 30_000
const TOKEN_BYTES = 32

export function openRefreshTokens(
  database: Database,
  secret: Uint8Array,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  families: Families,
): RefreshTokens {
  const successorOf = (token: string): string =>
    createHmac('sha256', secret).update(`successor of ${token}`).digest('base64url')

  return {
    async begin({ user: { id: user, locks_version }, way, visitor }) {
      const now = clock.now()
      const refresh = randomBytes(TOKEN_BYTES).toString('base64url')
      const family = randomUUID()
      await dropOld(database, now)
      const token = [hashOf(refresh), family, user, now, now + SIGN_IN_MILLIS]
      const signIn = [locks_version, way, visitor.device, visitor.ipMasked]
      const { rowCount } = await database.pool.query(BEGIN, [...token, ...signIn])
      return rowCount === 1 ? { signedIn: { user, family }, refresh } : undefined
    },
    async rotate(token, { ipMasked }) {
      const now = clock.now()
      const refresh = successorOf(token)
      const verdict = await transaction(database.pool, 'begin', async (client) => {
        const verdict = await use(client, hashOf(token), hashOf(refresh), now)
        if (verdict.type === 'good') await client.query(SEEN, [verdict.row.family, now, ipMasked])
        return verdict
      })
      if (verdict.type === 'stolen') {
        log.warn({ user: verdict.row.user_id }, 'an old refresh token was shown again: its sign-in is ended')
        families.forget(verdict.row.family)
      }
      if (verdict.type !== 'good') return undefined
      return { signedIn: { user: verdict.row.user_id, family: verdict.row.family }, refresh }
    },
    async end(token) {
      const { pool } = database
      const { rows } = await pool.query<Row>('select * from refresh_tokens where hash = $1', [hashOf(token)])
      const [row] = rows
      if (row === undefined) return
      await pool.query(END_FAMILY, [row.family, row.user_id, clock.now()])
      log.info({ user: row.user_id }, 'signed out')
      families.forget(row.family)
    },
  }
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

const INSERT = `insert into refresh_tokens (hash, family, user_id, parent_hash, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6) on conflict do nothing`

/** Whoever changes a lock moves the version, and waits for us or makes us wait. */
const BEGIN = `with standing as (select id from users where id = $3 and locks_version = $6 for share),
noted as (
  insert into sign_ins (family, user_id, way, device, ip_masked, created_at, last_seen_at)
  select $2::uuid, id, $7, $8, $9, $4::bigint, $4::bigint from standing returning family
)
insert into refresh_tokens (hash, family, user_id, parent_hash, created_at, expires_at)
select $1::bytea, family, $3::uuid, null, $4::bigint, $5::bigint from noted`

const SEEN = 'update sign_ins set last_seen_at = greatest(last_seen_at, $2), ip_masked = $3 where family = $1'

/** Whatever a sign-in of so long ago has left. */
async function dropOld({ kysely }: Database, now: number): Promise<void> {
  await kysely.deleteFrom('refresh_tokens').where('expires_at', '<=', now).execute()
  await kysely
    .deleteFrom('sign_ins')
    .where('created_at', '<=', now - SIGN_IN_MILLIS)
    .execute()
}

const FIND = `select * from refresh_tokens where hash = $1
  and not exists (select from revoked_families where family = refresh_tokens.family) for update`

/** By its parent, because it was derived by another secret where `SECRET_KEY` was set since. */
const SUCCESSOR = `select * from refresh_tokens where family = $1 and parent_hash = $2
order by used_at desc nulls last limit 1`

/** The row lock lets one in at a time, so the first use makes the successor and the others find it. */
async function use(client: pg.ClientBase, hash: Buffer, successor: Buffer, now: number): Promise<Verdict> {
  const row = (await client.query<Row>(FIND, [hash])).rows[0]
  if (row === undefined || row.expires_at <= now) return { type: 'unknown' }
  const next = (await client.query<Row>(SUCCESSOR, [row.family, hash])).rows[0]
  if (typeof next?.used_at === 'number' && now - next.used_at > GRACE_MILLIS) {
    await client.query(END_FAMILY, [row.family, row.user_id, now])
    return { type: 'stolen', row }
  }
  await client.query('update refresh_tokens set used_at = $2 where hash = $1 and used_at is null', [hash, now])
  await client.query(INSERT, [successor, row.family, row.user_id, hash, now, row.expires_at])
  return { type: 'good', row }
}
