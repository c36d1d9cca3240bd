/** Security settings of the own account. Calls that verify a password or a code are rate-limited like a login, by user. */

import { refuse } from '../../../contract/refusals.ts'
import type { Auth } from '../../auth/auth.ts'
import { OK } from '../../security/change-credential.ts'
import { isoTime } from '../../wire/time.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

export function serveSecurity(
  context: RouteContext,
  { security, users }: Auth,
  { signIn: limit, reads }: RateLimits,
): void {
  const { twoFactor, twoFactorSetup } = security
  serveSignedIn(context, 'setTwoFactor', limit, async (signedIn) => {
    const user = await users.findById(signedIn.user)
    if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return twoFactorSetup.setUp(signedIn, user.email ?? user.id.slice(0, 8))
  })
  serveSignedIn(context, 'confirmTwoFactor', limit, (signedIn, { input }) => twoFactorSetup.confirm(signedIn, input))
  serveSignedIn(context, 'disableTwoFactor', limit, async (signedIn, { input }) => {
    const code = input.code ?? input.recovery_code
    // A missing code does not count as a failed attempt.
    return code === undefined ? refuse('INVALID_2FA_CODE') : twoFactor.disable(signedIn, code)
  })
  serveSignedIn(context, 'recoveryCodes', limit, ({ user }, { input }) =>
    twoFactor.replaceRecoveryCodes(user, input.code),
  )
  serveSignedIn(context, 'setPassword', limit, (signedIn, { input }) => security.setPassword(signedIn, input))
  serveSignedIn(context, 'linkTelegram', limit, (signedIn, { input }) => security.linkTelegram(signedIn, input))
  serveSignedIn(context, 'unlink', limit, (signedIn, { input }) => security.unlink(signedIn, input))
  serveSessions(context, security, reads)
}

function serveSessions(
  context: RouteContext,
  { sessions, history }: Auth['security'],
  limit: RateLimits['reads'],
): void {
  serveSignedIn(context, 'sessions', limit, async ({ user, session }) =>
    (await sessions.list(user)).map((row) => ({
      id: row.id,
      way: row.login_method,
      device: row.device,
      ip_masked: row.ip_masked,
      created_at: isoTime(row.created_at),
      last_seen_at: isoTime(row.last_seen_at),
      current: row.id === session,
    })),
  )
  serveSignedIn(context, 'endSession', limit, async ({ user }, { params }) =>
    (await sessions.revoke(user, params.session ?? '')) ? OK : refuse('SESSION_NOT_FOUND'),
  )
  serveSignedIn(context, 'endSessions', limit, async ({ user, session }, { input }) => {
    await sessions.revokeAll(user, input.others === 'true' ? session : undefined)
    return OK
  })
  serveSignedIn(context, 'loginHistory', limit, async ({ user }, { input: { offset, limit: size } }) => {
    const rows = await history.list(user, { offset, limit: size + 1 })
    const entries = rows.slice(0, size).map(({ at, login_method: way, ...row }) => ({ at: isoTime(at), way, ...row }))
    return { entries, next: rows.length > size }
  })
}
