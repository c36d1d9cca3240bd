/**
 * Refresh tokens: opaque, and only their hashes are kept. Each use answers the same successor, derived by a secret
 * of ours, so two tabs that refresh at once agree. A token stays good until its successor is first used, plus a grace;
 * who shows it later has a copy, or lost theirs to one, and the whole family ends.
 */

import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { UserId } from '../../contract/ids.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import type { SignedIn } from './access-tokens.ts'
import { END_FAMILY, type Families, SIGN_IN_MILLIS } from './families.ts'

export type RefreshTokens = {
  /** The first token of a new family. */
  begin(user: UserId): Promise<{ readonly signedIn: SignedIn; readonly refresh: string }>
  /** The successor, or undefined when the token is not, or no longer, good. */
  rotate(token: string): Promise<{ readonly signedIn: SignedIn; readonly refresh: string } | undefined>
  /** Ends the family of this token, whatever its state; a token nobody knows is no news. */
  end(token: string): Promise<void>
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
    async begin(user) {
      const now = clock.now()
      const refresh = randomBytes(TOKEN_BYTES).toString('base64url')
      const family = randomUUID()
      await database.kysely.deleteFrom('refresh_tokens').where('expires_at', '<=', now).execute()
      await database.pool.query(INSERT, [hashOf(refresh), family, user, null, now, now + SIGN_IN_MILLIS])
      return { signedIn: { user, family }, refresh }
    },
    async rotate(token) {
      const now = clock.now()
      const refresh = successorOf(token)
      const verdict = await inTransaction(database, (client) => use(client, hashOf(token), hashOf(refresh), now))
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

const FIND = `select * from refresh_tokens where hash = $1
  and not exists (select from revoked_families where family = refresh_tokens.family) for update`

/** The row lock lets one in at a time, so the first use makes the successor and the others find it. */
async function use(client: pg.PoolClient, hash: Buffer, successor: Buffer, now: number): Promise<Verdict> {
  const row = (await client.query<Row>(FIND, [hash])).rows[0]
  if (row === undefined || row.expires_at <= now) return { type: 'unknown' }
  const next = (await client.query<Row>('select * from refresh_tokens where hash = $1', [successor])).rows[0]
  if (typeof next?.used_at === 'number' && now - next.used_at > GRACE_MILLIS) {
    await client.query(END_FAMILY, [row.family, row.user_id, now])
    return { type: 'stolen', row }
  }
  await client.query('update refresh_tokens set used_at = $2 where hash = $1 and used_at is null', [hash, now])
  await client.query(INSERT, [successor, row.family, row.user_id, hash, now, row.expires_at])
  return { type: 'good', row }
}

async function inTransaction<T>({ pool }: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
