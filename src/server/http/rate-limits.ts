import type { Clock } from '../runtime/clock.ts'
import { rateLimiter } from '../runtime/rate-limiter.ts'

/** 0, or how many milliseconds to wait. */
export type Limit = (key: string) => number

export type RateLimits = {
  /** Calls that hash a password or issue a token: by address, or by user if signed in. */
  readonly signIn: Limit
  /** Freezing an account: by user, or by address with a link. */
  readonly freezes: Limit
  /** Placing and cancelling orders by HTTP, by user. */
  readonly orders: Limit
  /** Claiming rewards and the leaderboard, by user. */
  readonly rewards: Limit
  /** Reading, by user or by address. */
  readonly reads: Limit
  /** Files and pages, by address. A first visit loads about a hundred, and an office may share one address. */
  readonly files: Limit
}

const none: Limit = () => 0

export const rateLimits = (clock: Clock, areOn: boolean): RateLimits =>
  areOn
    ? {
        signIn: rateLimiter({ perSecond: 0.5, burst: 30 }, clock),
        freezes: rateLimiter({ perSecond: 0.5, burst: 10 }, clock),
        orders: rateLimiter({ perSecond: 20, burst: 40 }, clock),
        rewards: rateLimiter({ perSecond: 2, burst: 30 }, clock),
        reads: rateLimiter({ perSecond: 50, burst: 200 }, clock),
        files: rateLimiter({ perSecond: 50, burst: 1_000 }, clock),
      }
    : { signIn: none, freezes: none, orders: none, rewards: none, reads: none, files: none }
