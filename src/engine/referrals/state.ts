/** Commissions of referrers: a share of the fees that direct friends paid, booked once a day. */

import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import { type Ppm, plus, type Units, ZERO } from '../../contract/money.ts'
import type { CommissionBooked, CommissionsAdvanced, FriendsHeld } from './events.ts'

/** Of one friend in one currency: the fees that are booked, the millionths carried over and the commission so far. */
export type FriendFees = { readonly counted: Units; readonly remainder: number; readonly earned: Units }

/** The booking of a day: finished, or interrupted after this many referrers and friends of the next referrer. */
type Booking = {
  readonly day: number
  readonly referrers: number
  readonly friends: number
  readonly isDone: boolean
}

export type ReferralState = {
  booking: Booking | undefined
  /** When the last booking ended: tiers and standings of that time are valid for the next one. */
  dayStartedAt: Millis
  /** The share of each referrer who had friends when the day began. */
  readonly shares: Map<UserId, Ppm>
  /** Friends who are held back with all that they bring. */
  readonly held: Set<UserId>
  /** Friends who were held back and released: the server does not hold them back again. */
  readonly released: Set<UserId>
  /** By friend, then by currency. */
  readonly fees: Map<UserId, Map<CurrencyId, FriendFees>>
  /** The sums of `fees.earned` by referrer. Derived, and so neither saved nor part of the state text. */
  readonly earned: Map<UserId, Map<CurrencyId, Units>>
}

export const emptyReferrals = (): ReferralState => ({
  booking: undefined,
  dayStartedAt: 0,
  shares: new Map(),
  held: new Set(),
  released: new Set(),
  fees: new Map(),
  earned: new Map(),
})

const NO_FEES: FriendFees = { counted: ZERO, remainder: 0, earned: ZERO }

export const feesIn = ({ fees }: ReferralState, friend: UserId, currency: CurrencyId): FriendFees =>
  fees.get(friend)?.get(currency) ?? NO_FEES

export function book(referrals: ReferralState, { user, lines }: CommissionBooked): void {
  for (const { friend, currency, feesTotal, amount, remainder } of lines) {
    const own = referrals.fees.get(friend) ?? new Map<CurrencyId, FriendFees>()
    const { earned } = own.get(currency) ?? NO_FEES
    own.set(currency, { counted: feesTotal, remainder, earned: (earned + amount) as Units })
    referrals.fees.set(friend, own)
    addEarned(referrals, user, currency, amount)
  }
}

export function addEarned({ earned }: ReferralState, referrer: UserId, currency: CurrencyId, amount: Units): void {
  const sums = earned.get(referrer) ?? new Map<CurrencyId, Units>()
  sums.set(currency, plus(sums.get(currency) ?? ZERO, amount))
  earned.set(referrer, sums)
}

export function advance(referrals: ReferralState, { at, day, referrers, friends, isDone }: CommissionsAdvanced): void {
  referrals.booking = { day, referrers, friends, isDone }
  if (isDone) referrals.dayStartedAt = at
}

export function hold({ held: all, released }: ReferralState, { friends, held }: FriendsHeld): void {
  const [to, from] = held ? [all, released] : [released, all]
  for (const friend of friends) {
    to.add(friend)
    from.delete(friend)
  }
}
