import type { Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { accountOf, limitsOf, type UserLimits } from '../../engine/exchange.ts'
import { accountHold } from './account-hold.ts'
import type { WithdrawalDeps } from './withdrawal-deps.ts'

export type OwnLimits = {
  readonly limits: UserLimits
  /** Null: withdrawals are not on hold. */
  readonly holdUntil: Millis | null
  readonly hasTwoFactor: boolean
  readonly isWhitelistOnly: boolean
  readonly canVerify: boolean
}

/** What the user can withdraw now. */
export async function ownLimits(deps: WithdrawalDeps, id: UserId): Promise<OwnLimits | Refusal> {
  const { sequencer, clock, users } = deps
  const limits = await sequencer.read((state) =>
    accountOf(state, id) === undefined ? undefined : limitsOf(state, id, Math.max(state.at, clock.now())),
  )
  const account = await users.findAccount(id)
  if (limits === undefined || account === undefined) return refuse('ACCOUNT_NOT_FOUND')
  const { until: holdUntil, hasTwoFactor } = accountHold(deps, account)
  return {
    limits,
    holdUntil,
    hasTwoFactor,
    isWhitelistOnly: account.user.whitelist_only,
    canVerify: deps.canVerify,
  }
}
