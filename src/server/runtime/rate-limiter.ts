/** Token buckets: a bucket refills at a constant rate, and each request takes one token. */

import { boundedMap } from './bounded-map.ts'
import type { Clock } from './clock.ts'

export type Rate = { readonly perSecond: number; readonly burst: number }

export type TokenBucket = { tokens: number; at: number }

export const fullBucket = ({ burst }: Rate, now: number): TokenBucket => ({ tokens: burst, at: now })

/** In milliseconds: a bucket that no request takes from is full then. */
export const fullAgainAfter = ({ perSecond, burst }: Rate): number => (burst / perSecond) * 1_000

/** Takes a token and returns 0, or returns the milliseconds until one is available. */
export function takeToken(bucket: TokenBucket, { perSecond, burst }: Rate, now: number): 0 | number {
  const refilled = bucket.tokens + (Math.max(0, now - bucket.at) * perSecond) / 1_000
  bucket.tokens = Math.min(burst, refilled)
  bucket.at = now
  if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * 1_000) / perSecond)
  bucket.tokens -= 1
  return 0
}

/** `owner` is the address that causes an entry, the key by default. Returns 0, or how many milliseconds to wait. */
type Limiter = (key: string, owner?: string) => 0 | number

/** One bucket per key, such as an address. Full buckets are dropped, because a new one is also full. */
export function rateLimiter(rate: Rate, clock: Clock, maxKeys?: number): Limiter {
  const byKey = boundedMap<TokenBucket>(maxKeys)
  const droppedAfter = fullAgainAfter(rate)
  return (key, owner = key) => {
    const now = clock.now()
    byKey.dropOldest(({ at }) => now - at >= droppedAfter)
    const bucket = byKey.get(key) ?? fullBucket(rate, now)
    byKey.set(key, bucket, owner)
    return takeToken(bucket, rate, now)
  }
}
