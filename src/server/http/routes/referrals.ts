/** Referral links, invitation messages, friends and commissions. */

import { isRefused, refuse } from '../../../contract/refusals.ts'
import { commissions, type ReferralDeps, xpOfFriends } from '../../referrals/referrals.ts'
import type { Invites } from '../../telegram-bot/invites.ts'
import type { Users } from '../../users/users.ts'
import { friendsView, referralsView } from '../../wire/referrals.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

type Deps = ReferralDeps & {
  readonly users: Pick<Users, 'findById'>
  readonly invites: Invites | undefined
  /** The address of the exchange in links. */
  readonly linkOrigin: string
}

export function serveReferrals(context: RouteContext, deps: Deps, { reads, signIn }: RateLimits): void {
  const { users, invites, linkOrigin } = deps
  serveSignedIn(context, 'invite', reads, async ({ user }) => {
    const row = await users.findById(user)
    if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
    const code = String(row.referral_code)
    return { referral_code: code, telegram_link: invites?.link(code) ?? null }
  })
  // The stricter limit, because each call is also a call to Telegram.
  serveSignedIn(context, 'inviteMessage', signIn, async ({ user }) => {
    const row = await users.findById(user)
    if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
    const { telegram_id: telegramId, referral_code: code } = row
    return { message_id: telegramId === null ? null : ((await invites?.prepare(telegramId, String(code))) ?? null) }
  })
  serveSignedIn(context, 'friends', reads, async ({ user }, { input }) => {
    const friends = await xpOfFriends(deps, user, input)
    return isRefused(friends) ? friends : friendsView(friends)
  })
  serveSignedIn(context, 'referrals', reads, async ({ user }, { input }) => {
    const [row, all] = await Promise.all([users.findById(user), commissions(deps, user, input)])
    if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
    if (isRefused(all)) return all
    const code = String(row.referral_code)
    const link = `${linkOrigin}/register?ref_code=${code}`
    return referralsView(all, { code, link, telegramLink: invites?.link(code) })
  })
}
