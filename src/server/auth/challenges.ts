/** Logins that wait for a second factor. They are in memory: after a restart the user starts again. */

import { randomBytes } from 'node:crypto'
import type { Clock } from '../runtime/clock.ts'
import { type TtlMap, ttlMap } from '../runtime/ttl-map.ts'
import type { NewSession } from '../sessions/refresh-tokens.ts'

type Challenge = Omit<NewSession, 'device'> & {
  readonly skipsNotification: boolean
  /** Of the mini-app that launched. */
  readonly deviceId: string | undefined
  /** The row of the login history that says that a code was requested. */
  readonly attemptId: number | undefined
}

type Challenges = Pick<TtlMap<Challenge>, 'get' | 'take'> & {
  /** Returns the challenge token, valid for five minutes. */
  add(challenge: Challenge, address: string): string
}

const CHALLENGE_MILLIS = 5 * 60 * 1_000
const TOKEN_BYTES = 32

export function openChallenges(clock: Clock): Challenges {
  const waiting = ttlMap<Challenge>(clock, CHALLENGE_MILLIS)
  return {
    ...waiting,
    add(challenge, address) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      waiting.set(token, challenge, address)
      return token
    },
  }
}
