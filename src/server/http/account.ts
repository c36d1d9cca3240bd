/** What a user is told about themselves. */

import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { ProfileView } from '../../contract/views.ts'
import type { Mode } from '../config.ts'
import type { Identity } from '../identity/identity.ts'
import type { TwoFactorState } from '../identity/two-factor.ts'
import type { User } from '../identity/users.ts'
import { waysOf } from '../identity/ways.ts'
import { isoTime } from '../say/order.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveSignedIn } from './serve.ts'

type Known = Pick<Identity, 'users' | 'locks'>
type Parts = { readonly identity: Known; readonly mode: Mode }

export function serveAccount(doors: Doors, { identity, mode }: Parts, limit: Limit): void {
  serveSignedIn(doors, 'profile', limit, ({ user }) => profileOf(identity, user, mode))
}

export async function profileOf({ users, locks }: Known, id: UserId, mode: Mode): Promise<ProfileView | Refusal> {
  const [user, twoFactor] = await Promise.all([users.byId(id), locks.twoFactor.stateOf(id)])
  return user === undefined ? refuse('ACCOUNT_NOT_FOUND') : profileView(user, twoFactor, mode)
}

const timeOrNull = (millis: number | null): string | null => (millis === null ? null : isoTime(millis))

const profileView = (user: User, twoFactor: TwoFactorState, mode: Mode): ProfileView => ({
  uuid: user.id,
  email: user.email,
  email_confirmed: user.email_confirmed,
  username: user.username,
  ways: waysOf(user),
  referral_code: String(user.referral_code),
  has_password: user.password_hash !== null,
  password_changed_at: timeOrNull(user.password_changed_at),
  withdraw_hold_until: timeOrNull(user.withdraw_hold_until),
  has_2fa: twoFactor.isOn,
  recovery_codes_left: twoFactor.recoveryCodesLeft,
  is_verified: false,
  lang_code: user.lang_code ?? 'en',
  xp_balance: 0,
  last_run: null,
  created_at: isoTime(user.created_at),
  play_money: mode === 'play',
})
