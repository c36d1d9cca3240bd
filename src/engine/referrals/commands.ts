/** Books the commissions of the fees that friends paid since the last booking, for a limited number of referrers. */
export type AccrueCommissions = {
  readonly type: 'accrue-commissions'
  /** The day that ended, in days since 1970 (UTC). Repeat until `commissionsBookedThrough` reaches it. */
  readonly day: number
}
