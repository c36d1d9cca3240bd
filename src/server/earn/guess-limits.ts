/** Limits of guesses (codes, quizzes) and of membership checks, which are calls to Telegram. */

import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Rate, rateLimiter } from '../runtime/rate-limiter.ts'

export type GuessLimits = {
  /** `sources`: the address and the devices of the request. Undefined while the guess is allowed. */
  refuseGuess(user: string, sources: readonly string[]): Refusal | undefined
  refuseCheck(user: string): Refusal | undefined
}

const MINUTE = 1 / 60
/** Five at once, then one in ten minutes. */
const GUESSES_BY_USER: Rate = { perSecond: MINUTE / 10, burst: 5 }
/** People behind one address share it. */
const GUESSES_BY_SOURCE: Rate = { perSecond: MINUTE, burst: 20 }
const CHECKS_BY_USER: Rate = { perSecond: MINUTE * 6, burst: 5 }

export function guessLimits(clock: Clock, areOn: boolean): GuessLimits {
  if (!areOn) return { refuseGuess: () => undefined, refuseCheck: () => undefined }
  const byUser = rateLimiter(GUESSES_BY_USER, clock)
  const bySource = rateLimiter(GUESSES_BY_SOURCE, clock)
  const checks = rateLimiter(CHECKS_BY_USER, clock)
  return {
    // A guess that the user's own limit refuses uses up nothing of the others.
    refuseGuess: (user, sources) =>
      refuseAfter(byUser(user) || Math.max(0, ...sources.map((source) => bySource(source)))),
    refuseCheck: (user) => refuseAfter(checks(user)),
  }
}

const refuseAfter = (millis: number): Refusal | undefined =>
  millis > 0 ? refuse('RATE_LIMITED', { seconds: String(Math.ceil(millis / 1_000)) }) : undefined
