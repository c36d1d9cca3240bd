/** What somebody invites others by. */

import { refuse } from '../../contract/refusals.ts'
import type { Users } from '../identity/users.ts'
import type { Invites } from '../telegram/invites.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Doors, serveSignedIn } from './serve.ts'

type Parts = { readonly users: Pick<Users, 'byId'>; readonly invites: Invites | undefined }

export function serveInvites(doors: Doors, { users, invites }: Parts, { looks, signIn }: RateLimits): void {
  serveSignedIn(doors, 'invite', looks, async ({ user }) => {
    const row = await users.byId(user)
    if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
    const code = String(row.referral_code)
    return { referral_code: code, telegram_link: invites?.link(code) ?? null }
  })
  // Each asks Telegram for something, and is dear in that way.
  serveSignedIn(doors, 'inviteMessage', signIn, async ({ user }) => {
    const row = await users.byId(user)
    if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
    const { telegram_id: telegramId, referral_code: code } = row
    return { message_id: telegramId === null ? null : ((await invites?.prepare(telegramId, String(code))) ?? null) }
  })
}
