/** Limits password attempts: each known device of an account has a limit, and all unknown devices share one. */

import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Limiter } from '../runtime/rate-limiter.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import type { User } from '../users/user-row.ts'

/** Enough for typing errors, too few for a dictionary. */
export const PASSWORD_ATTEMPTS = { perSecond: 1 / 30, burst: 10 }

/** Counts an attempt for the account with this name; undefined if it is allowed. `user` is undefined if none exists. */
export type CountAttempt = (name: string, user: User | undefined, device: ClientDevice) => Promise<Refusal | undefined>

export const rateLimitedFor = (waitMillis: number): Refusal =>
  refuse('RATE_LIMITED', { seconds: String(Math.ceil(waitMillis / 1_000)) })

export const attemptCounter =
  (limit: Limiter, devices: Pick<KnownDevices, 'find'>): CountAttempt =>
  async (name, user, device) => {
    const known = user === undefined ? undefined : await devices.find(user, device)
    const wait = limit(known ?? name, device.address)
    return wait > 0 ? rateLimitedFor(wait) : undefined
  }
