/** The locks of one's own account. What costs a hash or judges a code is limited like a sign-in, by user. */

import { refuse } from '../../contract/refusals.ts'
import { DONE } from '../identity/change-lock.ts'
import type { Identity } from '../identity/identity.ts'
import { isoTime } from '../say/order.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Doors, serveSignedIn } from './serve.ts'

export function serveLocks(doors: Doors, { locks, users }: Identity, { signIn: limit, looks }: RateLimits): void {
  const { twoFactor } = locks
  serveSignedIn(doors, 'setTwoFactor', limit, async (signedIn) => {
    const user = await users.byId(signedIn.user)
    return user === undefined
      ? refuse('ACCOUNT_NOT_FOUND')
      : twoFactor.setUp(signedIn, user.email ?? user.id.slice(0, 8))
  })
  serveSignedIn(doors, 'confirmTwoFactor', limit, (signedIn, { input }) => locks.confirmTwoFactor(signedIn, input))
  serveSignedIn(doors, 'disableTwoFactor', limit, async (signedIn, { input }) => {
    const code = input.code ?? input.recovery_code
    // Nothing is no guess.
    return code === undefined ? refuse('INVALID_2FA_CODE') : twoFactor.disable(signedIn, code)
  })
  serveSignedIn(doors, 'recoveryCodes', limit, ({ user }, { input }) =>
    twoFactor.replaceRecoveryCodes(user, input.code),
  )
  serveSignedIn(doors, 'setPassword', limit, (signedIn, { input }) => locks.setPassword(signedIn, input))
  serveSignedIn(doors, 'linkTelegram', limit, (signedIn, { input }) => locks.linkTelegram(signedIn, input))
  serveSignedIn(doors, 'unlink', limit, (signedIn, { input }) => locks.unlink(signedIn, input))
  serveSignIns(doors, locks, looks)
}

function serveSignIns(doors: Doors, { signIns, history }: Identity['locks'], limit: RateLimits['looks']): void {
  serveSignedIn(doors, 'sessions', limit, async ({ user, family }) =>
    (await signIns.list(user)).map((row) => ({
      id: row.family,
      way: row.way,
      device: row.device,
      ip_masked: row.ip_masked,
      created_at: isoTime(row.created_at),
      last_seen_at: isoTime(row.last_seen_at),
      current: row.family === family,
    })),
  )
  serveSignedIn(doors, 'endSession', limit, async ({ user }, { parts }) =>
    (await signIns.end(user, parts.session ?? '')) ? DONE : refuse('SESSION_NOT_FOUND'),
  )
  serveSignedIn(doors, 'endSessions', limit, async ({ user, family }, { input }) => {
    await signIns.endAll(user, input.others === 'true' ? family : undefined)
    return DONE
  })
  serveSignedIn(doors, 'loginHistory', limit, async ({ user }, { input: { offset, limit: most } }) => {
    const rows = await history.page(user, { offset, limit: most + 1 })
    const entries = rows.slice(0, most).map(({ user_id: _user, at, ...row }) => ({ at: isoTime(at), ...row }))
    return { entries, next: rows.length > most }
  })
}
