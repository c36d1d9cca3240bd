/**
 * Access tokens: short-lived, signed, and good for nothing else. Their kind and audience are part of what is signed,
 * so no other token of ours passes for one.
 */

import { jwtVerify, SignJWT } from 'jose'
import { isUuid, type UserId } from '../../contract/ids.ts'
import type { Clock } from '../clock.ts'

/** Who asks, and by which sign-in. */
export type SignedIn = { readonly user: UserId; readonly family: string }

export type AccessTokens = {
  issue(signedIn: SignedIn): Promise<string>
  /** Undefined for anything that is not a valid token of a sign-in that still stands. */
  read(token: string): Promise<SignedIn | undefined>
}

export const ACCESS_MILLIS = 15 * 60 * 1_000
const KIND = 'access+jwt'
const AUDIENCE = 'exchange'
const LONGEST_TOKEN = 1_024

export function openAccessTokens(secret: Uint8Array, clock: Clock, isEnded: (family: string) => boolean): AccessTokens {
  return {
    issue({ user, family }) {
      const now = Math.floor(clock.now() / 1_000)
      return new SignJWT({ family })
        .setProtectedHeader({ alg: 'HS256', typ: KIND })
        .setSubject(user)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_MILLIS / 1_000)
        .sign(secret)
    },
    async read(token) {
      const claims = token.length > LONGEST_TOKEN ? undefined : await claimsOf(token, secret, clock)
      const { sub: user, family } = claims ?? {}
      if (typeof user !== 'string' || !isUuid(user) || typeof family !== 'string' || isEnded(family)) return undefined
      return { user, family }
    },
  }
}

/** Whatever is wrong with a token, its bearer is nobody. */
async function claimsOf(token: string, secret: Uint8Array, clock: Clock) {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      typ: KIND,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp', 'family'],
      currentDate: new Date(clock.now()),
    })
    return payload
  } catch {
    return undefined
  }
}
