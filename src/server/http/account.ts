/** What a user is told about themselves. */

import { refuse } from '../../contract/refusals.ts'
import type { ProfileView } from '../../contract/views.ts'
import type { Mode } from '../config.ts'
import type { User, Users } from '../identity/users.ts'
import { isoTime } from '../say/order.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveSignedIn } from './serve.ts'

type Parts = { readonly users: Users; readonly mode: Mode }

export function serveAccount(doors: Doors, { users, mode }: Parts, limit: Limit): void {
  serveSignedIn(doors, 'profile', limit, async ({ user }) => {
    const row = await users.byId(user)
    return row === undefined ? refuse('ACCOUNT_NOT_FOUND') : profileView(row, mode)
  })
}

export const profileView = (user: User, mode: Mode): ProfileView => ({
  uuid: user.id,
  email: user.email,
  referral_code: String(user.referral_code),
  has_password: user.password_hash !== null,
  password_changed_at: null,
  withdraw_hold_until: null,
  has_2fa: false,
  recovery_codes_left: 0,
  email_confirmed: user.email_confirmed_at !== null,
  ways: [
    ...(user.email === null ? [] : (['email'] as const)),
    ...(user.telegram_id === null ? [] : (['telegram'] as const)),
    ...(user.google_sub === null ? [] : (['google'] as const)),
  ],
  username: null,
  is_verified: false,
  lang_code: 'en',
  xp_balance: 0,
  last_run: null,
  created_at: isoTime(user.created_at),
  play_money: mode === 'play',
})
