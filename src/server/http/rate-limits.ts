/** How often one address, or one user, may ask. */

import type { Clock } from '../clock.ts'
import { buckets } from '../token-bucket.ts'

/** 0, or how many milliseconds to wait. */
export type Limit = (key: string) => number

export type RateLimits = {
  /** Whatever costs a password or makes a token, by address. */
  readonly signIn: Limit
  /** Placing and cancelling, by user. */
  readonly orders: Limit
  /** Looking, by user or by address. */
  readonly looks: Limit
  /** Letters, by user or by the address they go to. */
  readonly letters: Limit
}

const none: Limit = () => 0

export const rateLimits = (clock: Clock, areOn: boolean): RateLimits =>
  areOn
    ? {
        signIn: buckets({ perSecond: 0.5, burst: 30 }, clock),
        orders: buckets({ perSecond: 20, burst: 40 }, clock),
        looks: buckets({ perSecond: 50, burst: 200 }, clock),
        letters: buckets({ perSecond: 1 / 600, burst: 3 }, clock),
      }
    : { signIn: none, orders: none, looks: none, letters: none }

/** One customer of a provider has a whole /64 of IPv6, so that is what counts as an address. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
