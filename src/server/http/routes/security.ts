/** Security settings of the own account. Calls that verify a password or a code are rate-limited like a login, by user. */

import { isRefused, refuse } from '../../../contract/refusals.ts'
import type { Auth } from '../../auth/auth.ts'
import { OK } from '../../security/change-credential.ts'
import { isoTime } from '../../wire/time.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, servePublic, serveSignedIn } from '../serve.ts'

export function serveSecurity(
  context: RouteContext,
  { security, users, undo }: Auth,
  { signIn: limit, reads }: RateLimits,
): void {
  const { twoFactorSetup } = security
  serveSignedIn(context, 'setTwoFactor', limit, async (signedIn) => {
    const user = await users.findById(signedIn.user)
    if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return twoFactorSetup.setUp(signedIn, user.email ?? user.id.slice(0, 8))
  })
  serveSignedIn(context, 'confirmTwoFactor', limit, (signedIn, { input, device }) =>
    twoFactorSetup.confirm(signedIn, input, device),
  )
  serveSignedIn(context, 'disableTwoFactor', limit, async (signedIn, { input, device }) => {
    const code = input.code ?? input.recovery_code
    // A missing code does not count as a failed attempt.
    return code === undefined ? refuse('INVALID_2FA_CODE') : security.disableTwoFactor(signedIn, code, device)
  })
  serveSignedIn(context, 'recoveryCodes', limit, (signedIn, { input, device }) =>
    security.replaceRecoveryCodes(signedIn, input.code, device),
  )
  serveSignedIn(context, 'setPassword', limit, (signedIn, { input, device }) =>
    security.setPassword(signedIn, input, device),
  )
  serveSignedIn(context, 'linkTelegram', limit, (signedIn, { input, device }) =>
    security.linkTelegram(signedIn, input, device),
  )
  serveSignedIn(context, 'unlink', limit, (signedIn, { input, device }) => security.unlink(signedIn, input, device))
  serveUndo(context, undo, limit)
  serveSessions(context, security, reads)
}

function serveUndo(context: RouteContext, undo: Auth['undo'], limit: RateLimits['signIn']): void {
  servePublic(context, 'inspectUndo', limit, async ({ input }) => {
    const found = await undo.inspect(input.token)
    if (isRefused(found)) return found
    const { change, at, device, ip_masked, expires_at } = found
    return { change, at: isoTime(at), device, ip_masked, expires_at: isoTime(expires_at) }
  })
  servePublic(context, 'undoChange', limit, ({ input, device }) => undo.undo(input.token, device))
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
  serveSignedIn(context, 'endSession', limit, async (signedIn, { params }) =>
    (await sessions.revoke(signedIn, params.session ?? '')) ? OK : refuse('SESSION_NOT_FOUND'),
  )
  serveSignedIn(context, 'endSessions', limit, async ({ user, session }, { input }) => {
    await sessions.revokeAll(user, input.others === 'true' ? session : undefined)
    return OK
  })
  serveSignedIn(context, 'loginHistory', limit, async ({ user }, { input }) => {
    const size = input.limit
    const rows = await history.list(user, { ...input, limit: size + 1 })
    const entries = rows.slice(0, size).map(({ at, login_method: way, ...row }) => ({ at: isoTime(at), way, ...row }))
    return { entries, next: rows.length > size }
  })
}
