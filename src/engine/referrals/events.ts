import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import type { Ppm, Units } from '../../contract/money.ts'
import type { Posting } from '../postings.ts'

/** One friend's fees in one currency. `remainder` in millionths of a unit, carried to the next booking. */
export type CommissionLine = {
  readonly friend: UserId
  readonly currency: CurrencyId
  /** All fees that the friend has paid so far. */
  readonly feesTotal: Units
  readonly amount: Units
  readonly remainder: number
}

/** Commissions of one referrer, from `fees`, in the currencies in which the fees were paid. */
export type CommissionBooked = {
  readonly type: 'commission-booked'
  readonly at: Millis
  readonly day: number
  readonly user: UserId
  readonly share: Ppm
  readonly lines: readonly CommissionLine[]
  readonly postings: readonly Posting[]
}

/** The tier of a referrer for the day that begins. */
type ReferralTierSet = { readonly type: 'referral-tier-set'; readonly user: UserId; readonly share: Ppm }

/** How many referrers, in the order in which they got their first friend, are booked for `day`, and friends of the next one. */
export type CommissionsAdvanced = {
  readonly type: 'commissions-advanced'
  readonly at: Millis
  readonly day: number
  readonly referrers: number
  readonly friends: number
  readonly isDone: boolean
}

/** Only friends that were not in this state before. */
export type FriendsHeld = {
  readonly type: 'friends-held'
  readonly at: Millis
  readonly user: UserId
  readonly friends: readonly UserId[]
  readonly held: boolean
}

export type ReferralEvent = CommissionBooked | ReferralTierSet | CommissionsAdvanced | FriendsHeld
