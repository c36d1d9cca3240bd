import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'

/** Repeating it for the same user changes nothing. Grants come from outside: play money, or a demo trader's stock. */
export type OpenAccount = {
  readonly type: 'open-account'
  readonly user: UserId
  readonly kind: AccountKind
  readonly referralCode: number | null
  readonly referrer: UserId | null
  readonly grants: readonly { readonly currency: CurrencyId; readonly amount: Units }[]
}
export type AccountKind = 'user' | 'demo'

type ByOwner = { readonly origin: 'owner' }
type ByOperator = { readonly origin: 'operator'; readonly operator: string; readonly reason: string }

/**
 * Cancels all open orders of the account. Until it is lifted, no order, conversion, claim, commission or withdrawal of the
 * account is executed; deposits are credited. Repeating it ends a lifting that was requested.
 */
export type FreezeAccount = { readonly type: 'freeze-account'; readonly user: UserId } & (ByOwner | ByOperator)

/** Lifts the freeze of the same origin: that of an operator at once, that of the owner 24 hours after the first request. */
export type UnfreezeAccount = { readonly type: 'unfreeze-account'; readonly user: UserId } & (ByOwner | ByOperator)

export type AccountCommand = OpenAccount | FreezeAccount | UnfreezeAccount
