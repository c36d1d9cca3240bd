/** Referral links and invitation messages. */

import { refuse } from '../../../contract/refusals.ts'
import type { Invites } from '../../telegram-bot/invites.ts'
import type { Users } from '../../users/users.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

type Deps = { readonly users: Pick<Users, 'findById'>; readonly invites: Invites | undefined }

export function serveInvites(context: RouteContext, { users, invites }: Deps, { reads, signIn }: RateLimits): void {
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
}
