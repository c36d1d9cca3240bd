/** Token buckets: a bucket refills at a constant rate, and each request takes one token. */

import type { Clock } from './clock.ts'

export type Rate = { readonly perSecond: number; readonly burst: number }

export type TokenBucket = { tokens: number; at: number }

export const fullBucket = ({ burst }: Rate, now: number): TokenBucket => ({ tokens: burst, at: now })

/** Takes a token and returns 0, or returns the milliseconds until one is available. */
export function takeToken(bucket: TokenBucket, { perSecond, burst }: Rate, now: number): 0 | number {
  const refilled = bucket.tokens + (Math.max(0, now - bucket.at) * perSecond) / 1_000
  bucket.tokens = Math.min(burst, refilled)
  bucket.at = now
  if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * 1_000) / perSecond)
  bucket.tokens -= 1
  return 0
}

const MAX_KEYS = 100_000

/** One bucket per key, such as an address. Full buckets are dropped, because a new one is also full. */
export function rateLimiter(rate: Rate, clock: Clock): (key: string) => 0 | number {
  const byKey = new Map<string, TokenBucket>()
  const fullAgainAfter = (rate.burst / rate.perSecond) * 1_000
  return (key) => {
    const now = clock.now()
    if (byKey.size >= MAX_KEYS) {
      for (const [each, { at }] of byKey) if (now - at >= fullAgainAfter) byKey.delete(each)
      if (byKey.size >= MAX_KEYS) byKey.clear()
    }
    let bucket = byKey.get(key)
    if (bucket === undefined) {
      bucket = fullBucket(rate, now)
      byKey.set(key, bucket)
    }
    return takeToken(bucket, rate, now)
  }
}
