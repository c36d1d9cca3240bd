import type { ProfileView } from '../../../contract/account/views.ts'
import type { UserId } from '../../../contract/ids.ts'
import { type Refusal, refuse } from '../../../contract/refusals.ts'
import { activityOf, type Freeze } from '../../../engine/exchange.ts'
import type { Auth } from '../../auth/auth.ts'
import { type XpSummary, xpSummary } from '../../earn/earn-profile.ts'
import { freezesIn } from '../../freezes/freezes.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Mode } from '../../runtime/config.ts'
import type { TwoFactorStatus } from '../../security/two-factor.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { loginMethodsOf } from '../../users/login-methods.ts'
import type { User } from '../../users/user-row.ts'
import type { VerificationResult } from '../../verification/verification.ts'
import { isoTime } from '../../wire/time.ts'
import { verificationView } from '../../wire/verification.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

type ProfileDeps = Pick<Auth, 'users' | 'security'>
export type ProfilesDeps = {
  readonly auth: ProfileDeps
  readonly sequencer: Pick<Sequencer, 'read'>
  /** The clock that stamps commands. */
  readonly clock: Clock
  readonly mode: Mode
  readonly verificationOf: (user: UserId) => Promise<VerificationResult>
}

export function serveAccount(context: RouteContext, deps: ProfilesDeps, limit: Limit): void {
  serveSignedIn(context, 'profile', limit, ({ user }) => profileOf(deps, user))
}

export async function profileOf(
  { auth: { users, security }, sequencer, clock, mode, verificationOf }: ProfilesDeps,
  id: UserId,
): Promise<ProfileView | Refusal> {
  const [user, twoFactor, account, verification] = await Promise.all([
    users.findById(id),
    security.twoFactor.status(id),
    sequencer.read((state) => ({
      xp: xpSummary(state, id),
      freezes: freezesIn(state, id, clock.now()),
      hasTraded: activityOf(state, id) !== undefined,
    })),
    verificationOf(id),
  ])
  if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
  return profileView({ user, twoFactor, ...account, verification, mode })
}

const timeOrNull = (millis: number | null): string | null => (millis === null ? null : isoTime(millis))

type ProfileParts = {
  readonly user: User
  readonly twoFactor: TwoFactorStatus
  readonly xp: XpSummary
  readonly freezes: readonly Freeze[]
  readonly hasTraded: boolean
  readonly verification: VerificationResult
  readonly mode: Mode
}

const profileView = ({ user, twoFactor, xp, freezes, hasTraded, verification, mode }: ProfileParts): ProfileView => ({
  uuid: user.id,
  email: user.email,
  email_confirmed: user.email_confirmed,
  username: user.username,
  ways: loginMethodsOf(user),
  referral_code: String(user.referral_code),
  has_password: user.password_hash !== null,
  password_changed_at: timeOrNull(user.password_changed_at),
  withdraw_hold_until: timeOrNull(user.withdraw_hold_until),
  freezes: freezes.map(({ origin, since, liftsAt }) => ({
    origin,
    since: isoTime(since),
    lifts_at: timeOrNull(liftsAt),
  })),
  has_2fa: twoFactor.isOn,
  recovery_codes_left: twoFactor.recoveryCodesLeft,
  is_verified: verification.isVerified,
  verification: verificationView(verification),
  lang_code: user.lang_code ?? 'en',
  xp_balance: xp.balance,
  last_run: timeOrNull(xp.runStartedAt),
  created_at: isoTime(user.created_at),
  has_traded: hasTraded,
  play_money: mode === 'play',
})
