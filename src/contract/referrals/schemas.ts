/** Schemas of the calls for invitations and referrals. Server only. */

import { z } from 'zod'
import { type CallSchema, count, decimal, emptyBody, pages, time, uuid } from '../call-schema.ts'
import type { referralsCalls } from './calls.ts'
import { FRIEND_STATUSES } from './views.ts'

const InviteView = z.strictObject({ referral_code: z.string().regex(/^\d{9}$/), telegram_link: z.url().nullable() })

const InviteMessageView = z.strictObject({ message_id: z.string().nullable() })

const friend = { uuid, joined_at: time, status: z.enum(FRIEND_STATUSES), reason: z.string() }

const FriendXpView = z.strictObject({ ...friend, username: z.string(), photo_url: z.null(), xp_earned: count })

const FriendsView = z.strictObject({
  status: z.literal('ok'),
  referrals_count: count,
  qualified_count: count,
  xp_earned: count,
  friend_bonus: count,
  referrals: z.array(FriendXpView),
  next: z.boolean(),
  server_time: time,
})

const ReferralView = z.strictObject({ ...friend, name: z.string(), volume_usdt: decimal, profit: decimal })

const TierView = z.strictObject({ min_count: count, percent: decimal })

const ReferralsView = z.strictObject({
  count,
  active_count: count,
  profit: decimal,
  profit_currency: z.literal('USDT'),
  profits: z.array(z.strictObject({ currency_symbol: z.string(), amount: decimal })),
  commission_percent: decimal,
  tiers: z.array(TierView),
  referral_code: z.string().regex(/^\d{9}$/),
  link: z.url(),
  tg_link: z.url().nullable(),
  next_payout_at: time,
  referrals: z.array(ReferralView),
  next: z.boolean(),
  server_time: time,
})

/** By type name; published in `/openapi.json`. */
export const referralsViews = {
  InviteView,
  InviteMessageView,
  FriendXpView,
  FriendsView,
  ReferralView,
  ReferralsView,
} as const

export const referralsCallSchemas = {
  invite: {
    summary: 'The referral code and link of the user',
    input: emptyBody,
    reply: InviteView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
  inviteMessage: {
    summary: 'Prepare a message that the user can forward in Telegram',
    input: emptyBody,
    reply: InviteMessageView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
  friends: {
    summary: 'Direct friends and the XP they brought',
    input: z.strictObject(pages),
    reply: FriendsView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
  referrals: {
    summary: 'Direct friends and the commissions from their fees',
    input: z.strictObject(pages),
    reply: ReferralsView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
} as const satisfies Record<keyof typeof referralsCalls, CallSchema>
