import type { UserId } from '../../contract/ids.ts'

/** Books the commissions of the fees that friends paid since the last booking, for a limited number of referrers. */
export type AccrueCommissions = {
  readonly type: 'accrue-commissions'
  /** The day that ended, in days since 1970 (UTC). Repeat until `commissionsBookedThrough` reaches it. */
  readonly day: number
}

/**
 * Holds back what these friends bring to a referrer (commissions, the bonus, their part in a tier and in invitation tasks), or
 * releases them: what was held back is booked with the next day. Nothing else of the referrer or the friends changes.
 * `operator` is null if the server detected it: then friends that an operator released stay released.
 */
export type HoldFriends = {
  readonly type: 'hold-friends'
  readonly referrer: UserId
  readonly friends: readonly UserId[]
  readonly held: boolean
  readonly operator: string | null
  readonly reason: string
}

export type ReferralCommand = AccrueCommissions | HoldFriends
