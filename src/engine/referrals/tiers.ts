/** The share of a referrer: by the number of friends who paid a fee within 30 days and are not held. */

import type { Millis, UserId } from '../../contract/ids.ts'
import type { Ppm } from '../../contract/money.ts'
import { friendIdsOf } from '../accounts/views.ts'
import { type ActivityView, activityOf } from '../core.ts'
import type { State } from '../state.ts'

const ACTIVE_MILLIS: Millis = 30 * 24 * 60 * 60 * 1_000

/** Whether a fee was paid within the 30 days before `at`. */
export const isActive = (activity: ActivityView | undefined, at: Millis): boolean =>
  activity?.lastFeeAt !== undefined && at - activity.lastFeeAt <= ACTIVE_MILLIS

/** The share for the day that begins with the last command. */
export function shareFor(state: State, referrer: UserId): Ppm {
  const tiers = state.rewards.parameters?.tiers ?? []
  const most = tiers.at(-1)?.minActiveFriends ?? 0
  let active = 0
  for (const friend of friendIdsOf(state, referrer)) {
    if (active >= most) break
    if (!state.referrals.held.has(friend) && isActive(activityOf(state, friend), state.at)) active += 1
  }
  return tiers.findLast(({ minActiveFriends }) => minActiveFriends <= active)?.share ?? 0
}

/** The share that is valid now: that of the beginning of the day, or the first tier for a new referrer. */
export const shareOf = (state: State, referrer: UserId): Ppm =>
  state.referrals.shares.get(referrer) ?? state.rewards.parameters?.tiers[0]?.share ?? 0
