/** Logins that wait for a second factor. */

import { randomBytes } from 'node:crypto'
import type { ShortLived, ShortLivedValues } from '../secrets/short-lived.ts'
import type { NewSession } from '../sessions/refresh-tokens.ts'

type Challenge = Omit<NewSession, 'device'> & {
  readonly skipsNotification: boolean
  /** Of the mini-app that launched. */
  readonly deviceId: string | undefined
  /** The row of the login history that says that a code was requested. */
  readonly attemptId: number | undefined
}

type Challenges = Pick<ShortLived<Challenge>, 'get' | 'take'> & {
  /** Returns the challenge token, valid for five minutes. */
  add(challenge: Challenge): Promise<string>
}

const CHALLENGE_MILLIS = 5 * 60 * 1_000
const TOKEN_BYTES = 32

export function openChallenges(shortLived: ShortLivedValues): Challenges {
  const waiting = shortLived<Challenge>('sign-in', CHALLENGE_MILLIS)
  return {
    ...waiting,
    async add(challenge) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      await waiting.set(token, challenge)
      return token
    },
  }
}
