/** Friends and commissions as JSON. */

import { percentText } from '../../contract/markets/instruments.ts'
import { formatUnits, ZERO } from '../../contract/money.ts'
import type { FriendStatus, FriendsView, ReferralsView } from '../../contract/referrals/views.ts'
import type { Friend } from '../../engine/exchange.ts'
import type { Commissions, XpOfFriends } from '../referrals/referrals.ts'
import { isoTime } from './time.ts'

const REASONS: Readonly<Record<FriendStatus, string>> = {
  registered: 'Has not traded yet.',
  trading: 'Has traded, and paid no fee yet.',
  active: 'Paid a trading fee in the last 30 days.',
  inactive: 'Paid no trading fee for 30 days.',
  not_counted: 'Not counted: your account, or that of this friend, is limited or under review.',
}

const friendFields = ({ user, joinedAt, status }: Friend) => ({
  uuid: user,
  joined_at: isoTime(joinedAt),
  status,
  reason: REASONS[status],
})

export const friendsView = ({ now, counts, friends, next, xp, bonus }: XpOfFriends): FriendsView => ({
  status: 'ok',
  referrals_count: counts.friends,
  qualified_count: counts.qualified,
  xp_earned: xp,
  friend_bonus: bonus,
  referrals: friends.map((each) => ({
    ...friendFields(each.friend),
    username: each.name,
    photo_url: null,
    xp_earned: each.xp,
  })),
  next,
  server_time: isoTime(now),
})

type ReferralLinks = { readonly code: string; readonly link: string; readonly telegramLink: string | undefined }

export const referralsView = (all: Commissions, { code, link, telegramLink }: ReferralLinks): ReferralsView => ({
  count: all.counts.friends,
  active_count: all.counts.active,
  profit: formatUnits(all.profit),
  profit_currency: 'USDT',
  profits: all.profits.map(({ currency, amount }) => ({
    currency_symbol: currency.symbol,
    amount: formatUnits(amount),
  })),
  commission_percent: percentText(all.share),
  tiers: all.tiers.map(({ minActiveFriends, share }) => ({ min_count: minActiveFriends, percent: percentText(share) })),
  referral_code: code,
  link,
  tg_link: telegramLink ?? null,
  next_payout_at: isoTime(all.nextPayoutAt),
  referrals: all.friends.map(({ friend, name, profit }) => ({
    ...friendFields(friend),
    name,
    volume_usdt: formatUnits(friend.activity?.volume ?? ZERO),
    profit: formatUnits(profit),
  })),
  next: all.next,
  server_time: isoTime(all.now),
})
