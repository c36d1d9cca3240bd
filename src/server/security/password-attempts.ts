/** Limits password attempts: each known device of an account has a limit, and all unknown devices share one. */

import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import { turnsByKey } from '../runtime/in-turn.ts'
import { fullAgainAfter, fullBucket, rateLimiter, type TokenBucket, takeToken } from '../runtime/rate-limiter.ts'
import type { ShortLivedValues } from '../secrets/short-lived.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import type { User } from '../users/user-row.ts'

/** Enough for typing errors, too few for a dictionary. */
const PASSWORD_ATTEMPTS = { perSecond: 1 / 30, burst: 10 }

/** Counts an attempt for the account with this name; undefined if it is allowed. `user` is undefined if none exists. */
export type CountAttempt = (name: string, user: User | undefined, device: ClientDevice) => Promise<Refusal | undefined>

export const rateLimitedFor = (waitMillis: number): Refusal =>
  refuse('RATE_LIMITED', { seconds: String(Math.ceil(waitMillis / 1_000)) })

type AttemptDeps = {
  readonly devices: Pick<KnownDevices, 'find'>
  readonly shortLived: ShortLivedValues
  readonly clock: Clock
  readonly areLimited: boolean
}

/** Counts in memory and in a table: neither a deleted row nor a new server allows more attempts. */
export function attemptCounter({ devices, shortLived, clock, areLimited }: AttemptDeps): CountAttempt {
  if (!areLimited) return async () => undefined
  const limit = rateLimiter(PASSWORD_ATTEMPTS, clock)
  const stored = shortLived<TokenBucket>('password-attempts', fullAgainAfter(PASSWORD_ATTEMPTS))
  const inTurn = turnsByKey<string>()

  /** Returns 0, or how many milliseconds to wait. */
  async function countStored(key: string): Promise<number> {
    const now = clock.now()
    const bucket = (await stored.get(key)) ?? fullBucket(PASSWORD_ATTEMPTS, now)
    const wait = takeToken(bucket, PASSWORD_ATTEMPTS, now)
    if (wait === 0) await stored.set(key, bucket)
    return wait
  }

  return async (name, user, device) => {
    const known = user === undefined ? undefined : await devices.find(user, device)
    const key = known ?? name
    const wait = limit(key, device.address) || (await inTurn(key, () => countStored(key)))
    return wait > 0 ? rateLimitedFor(wait) : undefined
  }
}
