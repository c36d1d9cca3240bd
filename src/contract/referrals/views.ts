/** Invitations on the wire. */

/** `telegram_link` opens the mini-app; null without a bot, or until the bot has fetched its own username. */
export type InviteView = { readonly referral_code: string; readonly telegram_link: string | null }

/** The id of a prepared message that the user can forward for a few minutes; null if Telegram prepared none. */
export type InviteMessageView = { readonly message_id: string | null }

/** `inactive`: paid no fee for 30 days. `not_counted`: the reward standing of one of the two is not `ok`. */
export const FRIEND_STATUSES = ['registered', 'trading', 'active', 'inactive', 'not_counted'] as const
export type FriendStatus = (typeof FRIEND_STATUSES)[number]

/** A direct friend; `name` is masked, such as `al***`. `reason` is a sentence that explains the status. */
type FriendView = {
  readonly uuid: string
  readonly joined_at: string
  readonly status: FriendStatus
  readonly reason: string
}

export type FriendXpView = FriendView & {
  readonly username: string
  readonly photo_url: null
  readonly xp_earned: number
}

/** The friends and the XP they brought. */
export type FriendsView = {
  readonly status: 'ok'
  readonly referrals_count: number
  /** Friends whose first trade of at least 100 USDT counted. */
  readonly qualified_count: number
  readonly xp_earned: number
  /** XP for each friend who qualifies. */
  readonly friend_bonus: number
  readonly referrals: readonly FriendXpView[]
  readonly next: boolean
  readonly server_time: string
}

/** `profit` in USDT at the current prices, for display only. */
export type ReferralView = FriendView & { readonly name: string; readonly volume_usdt: string; readonly profit: string }

export type TierView = { readonly min_count: number; readonly percent: string }

/** The commissions of a referrer. `profits` are the exact amounts received, by currency; `profit` values them in USDT. */
export type ReferralsView = {
  readonly count: number
  /** Friends who paid a fee within 30 days: they decide the tier. */
  readonly active_count: number
  readonly profit: string
  readonly profit_currency: 'USDT'
  readonly profits: readonly { readonly currency_symbol: string; readonly amount: string }[]
  readonly commission_percent: string
  readonly tiers: readonly TierView[]
  readonly referral_code: string
  readonly link: string
  readonly tg_link: string | null
  readonly next_payout_at: string
  readonly referrals: readonly ReferralView[]
  readonly next: boolean
  readonly server_time: string
}
