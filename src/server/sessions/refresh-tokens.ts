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
import { hasEnded } from './ended-sessions.ts'
import { type RevokedSessions, SESSION_MILLIS } from './revoked-sessions.ts'
import { endSession, isAuthenticSession, sessionMac } from './sessions.ts'

export type RefreshTokens = {
  /**
   * The first token of a new session, or one more of the session that the device of a mini-app has: that session counts as
   * signed in now. Undefined if a credential changed since `newSession.user` was read.
   */
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
    async startSession(newSession) {
      const { id: user, credentials_version } = newSession.user
      await deleteExpired(pool, clock)
      await revokedSessions.deleteOld()
      // Nothing of an account that waits for the engine can have changed.
      if (users.isWaiting(user)) {
        const starting = { newSession, now: clock.now(), hasEnded: () => false }
        return transaction(pool, 'begin', (client) => start(client, secret, starting))
      }
      // In turn with changes, and compared with the verified record: the database may say anything.
      const started = await records.change(user, async (client, account, now) =>
        account.user.credentials_version === credentials_version
          ? {
              patch: {},
              result: await start(client, secret, {
                newSession,
                now,
                hasEnded: (signedIn) => hasEnded(account.user, signedIn),
              }),
            }
          : refuse('SIGN_IN_EXPIRED'),
      )
      return isRefused(started) ? undefined : started
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

const START = `insert into sessions
  (id, user_id, login_method, device, device_hash, ip_masked, created_at, signed_in_at, last_seen_at, mac)
values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
on conflict (id) do update set device = excluded.device, ip_masked = excluded.ip_masked,
  signed_in_at = excluded.signed_in_at, last_seen_at = excluded.last_seen_at, mac = excluded.mac`

const OF_DEVICE = `select * from sessions where user_id = $1 and device_hash = $2 and created_at > $3
  and not exists (select from revoked_sessions r where r.session_id = sessions.id)
order by created_at desc limit 1`

type Starting = {
  readonly newSession: NewSession
  readonly now: Millis
  readonly hasEnded: (signedIn: SignedInUser) => boolean
}

async function start(client: Queryable, key: Uint8Array, starting: Starting): Promise<Issued> {
  const { newSession, now } = starting
  const { user, loginMethod, device } = newSession
  const deviceHash = device.id === undefined ? null : keyedHash(key, 'device of a session', [user.id, device.id])
  const earlier = deviceHash === null ? undefined : await sessionOfDevice(client, key, starting, deviceHash)
  const row = {
    id: earlier?.id ?? randomUUID(),
    user_id: user.id,
    login_method: loginMethod,
    device_hash: deviceHash,
    created_at: earlier?.created_at ?? now,
    signed_in_at: now,
  }
  const { id: session, created_at } = row
  const texts = [row.login_method, device.name, deviceHash, device.ipMasked]
  await execute(client, START, [session, user.id, ...texts, created_at, now, sessionMac(key, row)])
  const refresh = tokenOf(randomBytes(TOKEN_BYTES), key, { user: user.id, session })
  const token = {
    hash: hashOf(refresh),
    session_id: session,
    user_id: user.id,
    expires_at: created_at + SESSION_MILLIS,
  }
  await execute(client, INSERT, [token.hash, session, user.id, null, now, token.expires_at, tokenMac(key, token)])
  return { signedIn: { user: user.id, session, sessionExpiresAt: token.expires_at }, refresh }
}

/** Undefined if it has ended, or its row was changed from outside. */
async function sessionOfDevice(
  client: Queryable,
  key: Uint8Array,
  { newSession, now, hasEnded }: Starting,
  deviceHash: Buffer,
): Promise<Tables['sessions'] | undefined> {
  const user = newSession.user.id
  const row = await queryOne<Tables['sessions']>(client, OF_DEVICE, [user, deviceHash, now - SESSION_MILLIS])
  if (row === undefined || row.login_method !== newSession.loginMethod || !row.device_hash?.equals(deviceHash))
    return undefined
  const signedIn = { user, session: row.id, sessionExpiresAt: row.created_at + SESSION_MILLIS }
  return isAuthenticSession(key, row, signedIn) && !hasEnded(signedIn) ? row : undefined
}

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
