/** Friends as their referrer sees them. */

import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import type { FriendStatus } from '../../contract/referrals/views.ts'
import { accountOf, friendIdsOf } from '../accounts/views.ts'
import { expectDefined } from '../assert.ts'
import { type ActivityView, activityOf } from '../core.ts'
import { rewardsIn, standingIn } from '../rewards/state.ts'
import type { State } from '../state.ts'
import { isActive } from './tiers.ts'

export type Friend = {
  readonly user: UserId
  readonly joinedAt: Millis
  readonly status: FriendStatus
  readonly activity: ActivityView | undefined
  readonly isBonusPaid: boolean
  /** Commissions so far, by currency. */
  readonly earned: ReadonlyMap<CurrencyId, Units>
}

/** Friends from `offset`, newest first, at most `limit`. */
export function friendsOf(
  state: State,
  referrer: UserId,
  at: Millis,
  offset: number,
  limit: number,
): readonly Friend[] {
  const ids = friendIdsOf(state, referrer)
  const end = Math.max(0, ids.length - offset)
  return ids
    .slice(Math.max(0, end - limit), end)
    .reverse()
    .map((user) => friendOf(state, referrer, user, at))
}

function friendOf(state: State, referrer: UserId, user: UserId, at: Millis): Friend {
  const earned = Array.from(state.referrals.fees.get(user) ?? [], ([currency, fees]): [CurrencyId, Units] => [
    currency,
    fees.earned,
  ])
  const activity = activityOf(state, user)
  return {
    user,
    joinedAt: expectDefined(accountOf(state, user), 'a friend has an account').openedAt,
    status: statusOf(state, referrer, user, at),
    activity,
    isBonusPaid: rewardsIn(state.rewards, referrer).bonuses?.has(user) === true,
    earned: new Map(earned),
  }
}

/** `trading`: traded, and no fee is due yet from it. */
function statusOf(state: State, referrer: UserId, user: UserId, at: Millis): FriendStatus {
  if (state.referrals.held.has(user)) return 'not_counted'
  if ([referrer, user].some((each) => standingIn(state.rewards, each).state !== 'ok')) return 'not_counted'
  const activity = activityOf(state, user)
  if (activity === undefined) return 'registered'
  if (isActive(activity, at)) return 'active'
  return activity.lastFeeAt === undefined ? 'trading' : 'inactive'
}

type FriendCounts = { readonly friends: number; readonly active: number; readonly qualified: number }

export function friendCountsOf(state: State, referrer: UserId, at: Millis): FriendCounts {
  let [active, qualified] = [0, 0]
  const ids = friendIdsOf(state, referrer)
  for (const friend of ids) {
    if (state.referrals.held.has(friend)) continue
    const activity = activityOf(state, friend)
    if (isActive(activity, at)) active += 1
    if (activity?.qualifiedAt !== undefined) qualified += 1
  }
  return { friends: ids.length, active, qualified }
}

/** Friends of the referrer who are held back, in the order in which they joined. */
export const heldFriendsOf = (state: State, referrer: UserId): readonly UserId[] =>
  friendIdsOf(state, referrer).filter((friend) => state.referrals.held.has(friend))

/** Those of the users who are friends of the referrer and were neither held back nor released. */
export const neverHeld = (state: State, referrer: UserId, users: readonly UserId[]): readonly UserId[] =>
  users.filter((user) => {
    const { held, released } = state.referrals
    return accountOf(state, user)?.referrer === referrer && !held.has(user) && !released.has(user)
  })

/** All commissions of a referrer by currency. */
export const commissionsOf = ({ referrals }: State, referrer: UserId): ReadonlyMap<CurrencyId, Units> =>
  new Map(referrals.earned.get(referrer))

/** The last day (UTC, days since 1970) of which all commissions are booked. */
export const commissionsBookedThrough = ({ referrals: { booking } }: State): number | undefined =>
  booking === undefined || booking.isDone ? booking?.day : booking.day - 1
