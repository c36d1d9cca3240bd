/** What every reply about rewards contains: the time, and when the next rewards are due. */

import { wholeXp, XP, type Xp } from '../../contract/earn/xp.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { free, rewardsOf, type State } from '../../engine/exchange.ts'
import type { Clock } from '../runtime/clock.ts'

export type RewardTimes = {
  readonly now: Millis
  /** Null: a daily reward can be claimed now. */
  readonly nextClaimAt: Millis | null
  /** When the current run is complete; null: it is, or there is no run. */
  readonly nextMiningAt: Millis | null
}

export function rewardTimes(state: State, user: UserId, now: Millis): RewardTimes {
  const { daily, run } = rewardsOf(state, user)
  return { now, nextClaimAt: inFuture(daily?.nextAt, now), nextMiningAt: inFuture(run?.endsAt, now) }
}

const inFuture = (at: Millis | undefined, now: Millis): Millis | null => (at === undefined || at <= now ? null : at)

/** The time of reads. `clock` stamps commands, and is never behind the state. */
export const readTime = (state: State, clock: Clock): Millis => Math.max(state.at, clock.now())

export const xpOf = (state: State, user: UserId): Xp => wholeXp(free(state, user, XP.id))
