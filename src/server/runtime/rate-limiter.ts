/** How often somebody may ask: a bucket refills steadily, each request takes one, an empty bucket refuses. */

import type { Clock } from './clock.ts'

export type Rate = { readonly perSecond: number; readonly burst: number }

export type Bucket = { tokens: number; at: number }

export const fullBucket = ({ burst }: Rate, now: number): Bucket => ({ tokens: burst, at: now })

/** Takes one, or says how many milliseconds to wait for it. */
export function take(bucket: Bucket, { perSecond, burst }: Rate, now: number): 0 | number {
  const refilled = bucket.tokens + (Math.max(0, now - bucket.at) * perSecond) / 1_000
  bucket.tokens = Math.min(burst, refilled)
  bucket.at = now
  if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * 1_000) / perSecond)
  bucket.tokens -= 1
  return 0
}

const MOST_KEYS = 100_000

/** One bucket a key, such as an address. Full buckets are forgotten: a new one would be just as full. */
export function buckets(rate: Rate, clock: Clock): (key: string) => 0 | number {
  const byKey = new Map<string, Bucket>()
  const fullAgainAfter = (rate.burst / rate.perSecond) * 1_000
  return (key) => {
    const now = clock.now()
    if (byKey.size >= MOST_KEYS) {
      for (const [each, { at }] of byKey) if (now - at >= fullAgainAfter) byKey.delete(each)
      if (byKey.size >= MOST_KEYS) byKey.clear()
    }
    let bucket = byKey.get(key)
    if (bucket === undefined) {
      bucket = fullBucket(rate, now)
      byKey.set(key, bucket)
    }
    return take(bucket, rate, now)
  }
}
