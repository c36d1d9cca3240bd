/**
 * Refresh tokens: stored as hashes, with the session that they are of, so that it can be ended without any row. Every use of a token returns the same successor, derived with a secret, so
 * that two tabs which refresh at once agree. A token stays valid until its successor is first used, plus a grace period;
 * a later use means that it was copied, and the session is revoked.
 */

import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { LoginMethod } from '../../contract/auth/views.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { isRefused, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, type Queryable, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import { hmacOf, isSameHash, keyedHash } from '../runtime/keyed-hash.ts'
import type { Log } from '../runtime/log.ts'
import type { AccountRecords } from '../users/account-records.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import type { SignedInUser } from './access-tokens.ts'
import { type RevokedSessions, SESSION_MILLIS } from './revoked-sessions.ts'
import { endSession, isAuthenticSession, sessionMac } from './sessions.ts'

export type RefreshTokens = {
  /** The first token of a new session; undefined if a credential changed since `newSession.user` was read. */
  startSession(newSession: NewSession): Promise<Issued | undefined>
  /** The successor; undefined if the token is invalid, expired, revoked or reused. */
  rotate(token: string, device: ClientDevice): Promise<Issued | undefined>
  /** Revokes the session of this token, also if its row is gone; a token of another origin is ignored. */
  revoke(token: string): Promise<void>
}

type Issued = { readonly signedIn: SignedInUser; readonly refresh: string }

export type NewSession = {
  /** As read when the login was decided. */
  readonly user: Pick<User, 'id' | 'credentials_version'>
  readonly loginMethod: LoginMethod
  readonly device: ClientDevice
}

type Row = Tables['refresh_tokens']
type Verdict =
  | { readonly type: 'valid'; readonly row: Row }
  | { readonly type: 'reused'; readonly row: Row }
  | { readonly type: 'invalid' }

const GRACE_MILLIS = 30_000
const TOKEN_BYTES = 32

type Deps = {
  readonly database: Database
  readonly records: Pick<AccountRecords, 'change'>
  readonly users: Pick<Users, 'isWaiting'>
  readonly clock: CleanupClock
  readonly log: Log
}

export function openRefreshTokens(deps: Deps, secret: Uint8Array, revokedSessions: RevokedSessions): RefreshTokens {
  const { records, users, clock, log } = deps
  const { pool } = deps.database
  const ending = { ...deps, revokedSessions }
  const successorOf = (token: string, signedIn: TokenSession): string =>
    tokenOf(hmacOf(secret, `successor of ${token}`), secret, signedIn)

  return {
    async startSession({ user: { id: user, credentials_version }, loginMethod, device }) {
      const session = randomUUID()
      const refresh = tokenOf(randomBytes(TOKEN_BYTES), secret, { user, session })
      await deleteExpired(pool, clock)
      await revokedSessions.deleteOld()
      const start = async (client: Queryable, now: Millis): Promise<SignedInUser> => {
        const row = { hash: hashOf(refresh), session_id: session, user_id: user, expires_at: now + SESSION_MILLIS }
        const token = [row.hash, session, user, now, row.expires_at, tokenMac(secret, row)]
        const mac = sessionMac(secret, { id: session, user_id: user, login_method: loginMethod, created_at: now })
        await execute(client, START, [...token, loginMethod, device.name, device.ipMasked, mac])
        return { user, session, sessionExpiresAt: row.expires_at }
      }
      // Nothing of an account that waits for the engine can have changed.
      if (users.isWaiting(user)) return { signedIn: await start(pool, clock.now()), refresh }
      // In turn with changes, and compared with the verified record: the database may say anything.
      const started = await records.change(user, async (client, account, now) =>
        account.user.credentials_version === credentials_version
          ? { patch: {}, result: await start(client, now) }
          : refuse('SIGN_IN_EXPIRED'),
      )
      return isRefused(started) ? undefined : { signedIn: started, refresh }
    },
    async rotate(token, { ipMasked }) {
      const now = clock.now()
      const signedIn = sessionIn(secret, token)
      if (signedIn === undefined) return undefined
      const refresh = successorOf(token, signedIn)
      const verdict = await transaction(pool, 'begin', async (client) => {
        const verdict = await rotateRow(client, secret, { hash: hashOf(token), successor: hashOf(refresh), now })
        if (verdict.type === 'valid') await client.query(SEEN, [verdict.row.session_id, now, ipMasked])
        return verdict
      })
      if (verdict.type === 'invalid') return undefined
      const { user_id: user, session_id: session, expires_at: sessionExpiresAt } = verdict.row
      if (verdict.type === 'valid') return { signedIn: { user, session, sessionExpiresAt }, refresh }
      log.warn({ event: 'session.token_reused', user }, 'a refresh token was reused: its session is revoked')
      await endSession(ending, user, { session }).catch(ignoreDifference)
      return undefined
    },
    async revoke(token) {
      const signedIn = sessionIn(secret, token)
      if (signedIn === undefined) return
      const { user, session } = signedIn
      await endSession(ending, user, { session }).catch(ignoreDifference)
      log.info({ event: 'session.signed_out', user }, 'signed out')
    },
  }
}

type TokenSession = Pick<SignedInUser, 'user' | 'session'>

const sessionProof = (key: Uint8Array, { user, session }: TokenSession): Buffer =>
  keyedHash(key, 'session of a refresh token', [user, session])

const tokenOf = (secret: Uint8Array, key: Uint8Array, signedIn: TokenSession): string =>
  [
    Buffer.from(secret).toString('base64url'),
    signedIn.user,
    signedIn.session,
    sessionProof(key, signedIn).toString('base64url'),
  ].join('.')

/** Undefined for a token that this server did not issue. */
function sessionIn(key: Uint8Array, token: string): TokenSession | undefined {
  const [, user = '', session = '', proof = ''] = token.split('.')
  const signedIn = { user: user as UserId, session }
  return isSameHash(Buffer.from(proof, 'base64url'), sessionProof(key, signedIn)) ? signedIn : undefined
}

/** A row with another user, session or end was not written by this server. */
const tokenMac = (
  key: Uint8Array,
  { hash, session_id, user_id, expires_at }: Pick<Row, 'hash' | 'session_id' | 'user_id' | 'expires_at'>,
): Buffer => keyedHash(key, 'refresh token', [hash.toString('hex'), session_id, user_id, expires_at])

/** Of the token with this hash: a database can answer with the row of another one. */
const isAuthentic = (key: Uint8Array, row: Row, hash: Buffer): boolean =>
  row.hash.equals(hash) && isSameHash(row.mac, tokenMac(key, row))

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

const INSERT = `insert into refresh_tokens (hash, session_id, user_id, parent_hash, created_at, expires_at, mac)
values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`

const START = `with started as (
  insert into sessions (id, user_id, login_method, device, ip_masked, created_at, last_seen_at, mac)
  values ($2, $3, $7, $8, $9, $4, $4, $10)
)
insert into refresh_tokens (hash, session_id, user_id, parent_hash, created_at, expires_at, mac)
values ($1, $2, $3, null, $4, $5, $6)`

const SEEN = 'update sessions set last_seen_at = greatest(last_seen_at, $2), ip_masked = $3 where id = $1'

async function deleteExpired(db: Queryable, clock: CleanupClock): Promise<void> {
  await deleteOld(db, clock, 'delete from refresh_tokens where expires_at <= $1', 0)
  await deleteOld(db, clock, 'delete from sessions where created_at <= $1', SESSION_MILLIS)
}

const FIND = `select * from refresh_tokens where hash = $1
  and not exists (select from revoked_sessions r where r.session_id = refresh_tokens.session_id) for update`

const SESSION = 'select * from sessions where id = $1'

const SUCCESSOR = 'select * from refresh_tokens where hash = $1'

/** The row lock serialises concurrent uses: the first inserts the successor, the others find it. */
async function rotateRow(
  client: Queryable,
  key: Uint8Array,
  { hash, successor, now }: { readonly hash: Buffer; readonly successor: Buffer; readonly now: number },
): Promise<Verdict> {
  const row = await queryOne<Row>(client, FIND, [hash])
  if (row === undefined || row.expires_at <= now || !isAuthentic(key, row, hash)) return { type: 'invalid' }
  // A device that is not in the list of its user cannot be ended there.
  const listed = await queryOne<Tables['sessions']>(client, SESSION, [row.session_id])
  const signedIn = { user: row.user_id, session: row.session_id }
  if (listed === undefined || !isAuthenticSession(key, listed, signedIn)) return { type: 'invalid' }
  const next = await queryOne<Row>(client, SUCCESSOR, [successor])
  const usedAt = next !== undefined && isAuthentic(key, next, successor) ? next.used_at : null
  if (usedAt !== null && now - usedAt > GRACE_MILLIS) return { type: 'reused', row }
  await client.query('update refresh_tokens set used_at = $2 where hash = $1 and used_at is null', [hash, now])
  const mac = tokenMac(key, { ...row, hash: successor })
  await client.query(INSERT, [successor, row.session_id, row.user_id, hash, now, row.expires_at, mac])
  return { type: 'valid', row }
}
