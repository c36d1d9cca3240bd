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

export type SetAccountFrozen = { readonly type: 'set-account-frozen'; readonly user: UserId; readonly frozen: boolean }

export type AccountCommand = OpenAccount | SetAccountFrozen
