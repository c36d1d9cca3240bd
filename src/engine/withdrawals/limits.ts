/** What a user has withdrawn in the last 24 hours, and all users of a coin in the last hour, in units of USDT. */

import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import { sumOf, type Units } from '../../contract/money.ts'
import type { State } from '../state.ts'
import { levelOf } from '../verification/views.ts'
import { ownWithdrawals, type Withdrawal } from './state.ts'

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000
const HOUR_MILLIS: Millis = 60 * 60 * 1_000

const VERIFIED_LEVEL = 1

export type UserLimits = {
  readonly limit: Units
  /** What the limit would be after a verification; null: it is not higher. */
  readonly verifiedLimit: Units | null
  readonly used: Units
  readonly newAddressLimit: Units
  readonly newAddressUsed: Units
}

/** What was returned, rejected or cancelled does not count. */
const counts = ({ status }: Withdrawal): boolean =>
  status !== 'returned' && status !== 'rejected' && status !== 'cancelled'

export function limitsOf(state: State, user: UserId, at: Millis): UserLimits {
  const { withdrawals } = state
  const recent = ownWithdrawals(withdrawals, user).filter(
    (withdrawal) => counts(withdrawal) && withdrawal.requestedAt > at - DAY_MILLIS,
  )
  const { daily, newAddresses } = withdrawals.limits
  const limit = daily[levelOf(state, user)] ?? daily[0]
  const verifiedLimit = daily[VERIFIED_LEVEL] ?? limit
  return {
    limit,
    verifiedLimit: verifiedLimit > limit ? verifiedLimit : null,
    used: sumOf(recent.map(({ value }) => value)),
    newAddressLimit: newAddresses,
    newAddressUsed: sumOf(recent.filter(({ isNewAddress }) => isNewAddress).map(({ value }) => value)),
  }
}

export function withdrawnInHour({ withdrawals }: State, currency: CurrencyId, at: Millis): Units {
  const recent: Units[] = []
  for (const withdrawal of withdrawals.byId.values())
    if (withdrawal.currency === currency && withdrawal.requestedAt > at - HOUR_MILLIS && counts(withdrawal))
      recent.push(withdrawal.value)
  return sumOf(recent)
}
