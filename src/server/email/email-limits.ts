/** Limits the emails that clients can cause: per recipient, per address block, and for the whole server. */

import { isIP } from 'node:net'
import type { Clock } from '../runtime/clock.ts'
import { rateLimiter } from '../runtime/rate-limiter.ts'

/** 0, or how many milliseconds to wait. `client` is the rate limit key of the client's address. */
export type EmailLimit = (recipient: string, client: string) => number

const HOUR_SECONDS = 60 * 60
const PER_RECIPIENT = { perSecond: 1 / 600, burst: 3 }
const PER_BLOCK = { perSecond: 20 / HOUR_SECONDS, burst: 20 }

export function emailLimit(clock: Clock, perHour: number): EmailLimit {
  const byRecipient = rateLimiter(PER_RECIPIENT, clock)
  const byBlock = rateLimiter(PER_BLOCK, clock)
  const total = rateLimiter({ perSecond: perHour / 2 / HOUR_SECONDS, burst: perHour / 2 }, clock)
  // In this order: a client whose own limit is used up must not use up the limit of a recipient without an email, and an
  // email that is refused for its recipient must not use up the limit of all clients.
  return (recipient, client) =>
    byBlock(blockOf(client), client) || byRecipient(recipient, client) || total('all clients', 'all clients')
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address: many providers give a customer that many. */
const blockOf = (client: string): string =>
  isIP(client) === 4 ? client.replace(/\.\d+$/, '') : client.split(':').slice(0, 3).join(':')
