/**
 * Access tokens: short-lived signed JWTs. Their `typ` and audience are signed too, so that no other token of this server
 * is accepted as one.
 */

import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { isUuid, type Millis, type UserId } from '../../contract/ids.ts'
import type { Clock } from '../runtime/clock.ts'

/** The user and the session of a request. */
export type SignedInUser = {
  readonly user: UserId
  readonly session: string
  /** When the session ends, in milliseconds. */
  readonly sessionExpiresAt: Millis
}

export type AccessTokens = {
  issue(signedIn: SignedInUser): Promise<string>
  /** Undefined unless the token is valid and its session has not ended. Throws while the account cannot be read. */
  verify(token: string): Promise<SignedInUser | undefined>
}

export const ACCESS_MILLIS = 15 * 60 * 1_000
const TYPE = 'access+jwt'
const AUDIENCE = 'exchange'
const MAX_TOKEN_LENGTH = 1_024

type Sessions = {
  /** Since the server started. */
  readonly isRevoked: (signedIn: SignedInUser) => boolean
  /** By the record of the account. */
  readonly hasEnded: (signedIn: SignedInUser) => Promise<boolean>
}

export function openAccessTokens(secret: Uint8Array, clock: Clock, { isRevoked, hasEnded }: Sessions): AccessTokens {
  /** In each token: which of them this server has issued since it started. */
  const run = randomUUID()
  /** Sessions of tokens of before the start that had not ended then. */
  const confirmed = new Set<string>()

  /** A row that tells of a revocation can be deleted while the server is down. */
  async function wasEnded(signedIn: SignedInUser, tokenRun: unknown): Promise<boolean> {
    if (tokenRun === run || confirmed.has(signedIn.session)) return false
    if (await hasEnded(signedIn)) return true
    confirmed.add(signedIn.session)
    return false
  }

  return {
    issue({ user, session, sessionExpiresAt }) {
      const now = Math.floor(clock.now() / 1_000)
      const expiresAt = Math.min(now + ACCESS_MILLIS / 1_000, Math.floor(sessionExpiresAt / 1_000))
      return new SignJWT({ sid: session, sxp: sessionExpiresAt, run })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(user)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(secret)
    },
    async verify(token) {
      const claims = token.length > MAX_TOKEN_LENGTH ? undefined : await claimsOf(token, secret, clock)
      const { sub: user, sid: session, sxp: sessionExpiresAt, run: tokenRun } = claims ?? {}
      if (typeof user !== 'string' || !isUuid(user) || typeof session !== 'string') return undefined
      if (typeof sessionExpiresAt !== 'number') return undefined
      const signedIn = { user: user as UserId, session, sessionExpiresAt }
      return (await wasEnded(signedIn, tokenRun)) || isRevoked(signedIn) ? undefined : signedIn
    },
  }
}

/** Undefined for any invalid token. */
async function claimsOf(token: string, secret: Uint8Array, clock: Clock) {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      typ: TYPE,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp', 'sid'],
      currentDate: new Date(clock.now()),
    })
    return payload
  } catch {
    return undefined
  }
}
