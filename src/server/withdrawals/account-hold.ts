/** What keeps a user from withdrawing at all: a hold, or no 2FA. */

import type { Millis } from '../../contract/ids.ts'
import type { AccountRecord } from '../users/account-record.ts'
import type { WithdrawalDeps } from './withdrawal-deps.ts'

type AccountHold = {
  /** Null: not on hold. */
  readonly until: Millis | null
  readonly hasTwoFactor: boolean
}

/** As for every credential: a younger one does not suffice by itself. */
const SETTLING_MILLIS: Millis = 24 * 60 * 60 * 1_000

/**
 * With real money, withdrawals are on hold until 2FA is a day old: a thief who turns it on has the owner's session, and the
 * owner has a day to undo that. With play money a newcomer withdraws at once.
 */
export function accountHold(
  { mode, clock }: Pick<WithdrawalDeps, 'mode' | 'clock'>,
  { user, secondFactor }: AccountRecord,
): AccountHold {
  const newUntil = mode === 'live' && secondFactor !== null ? secondFactor.enabledAt + SETTLING_MILLIS : 0
  const until = Math.max(user.withdraw_hold_until ?? 0, newUntil)
  return { until: until > clock.now() ? until : null, hasTwoFactor: secondFactor !== null }
}
