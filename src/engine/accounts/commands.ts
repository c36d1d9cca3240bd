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

type Reasoned = { readonly operator: string; readonly reason: string }
type ByOwner = { readonly origin: 'owner' }
type ByOperator = { readonly origin: 'operator' } & Reasoned
/** By the server: what it stores about the account is not what the record says. `reason` is for operators. */
type ByServer = { readonly origin: 'integrity'; readonly reason: string }

/**
 * Cancels all open orders of the account. Until it is lifted, no order, conversion, claim, commission or withdrawal of the
 * account is executed; deposits are credited. Repeating it ends a lifting that was requested.
 */
export type FreezeAccount = { readonly type: 'freeze-account'; readonly user: UserId } & (
  | ByOwner
  | ByOperator
  | ByServer
)

/** Lifts the freeze of the same origin: that of an operator at once, that of the owner 24 hours after the first request. */
export type UnfreezeAccount = { readonly type: 'unfreeze-account'; readonly user: UserId } & (ByOwner | ByOperator)

/** What decides who can use an account: `digest` is a keyed hash of its rows. A version is recorded once, in order. */
export type Credentials = { readonly version: number; readonly digest: string }

/** A change of the rows of an account, after they were stored. Refused unless the version is greater than the recorded one. */
export type CredentialsChanged = { readonly type: 'credentials-changed'; readonly user: UserId } & Credentials

/** An operator says that the rows are right as they are now: as above, and lifts the freeze of the server. */
export type AcceptCredentials = { readonly type: 'accept-credentials'; readonly user: UserId } & Credentials & Reasoned

/** An operator has the rows of a user deleted who has no account: nobody registered them. Changes nothing in the engine. */
export type RemoveUser = { readonly type: 'remove-user'; readonly user: UserId } & Reasoned

export type AccountCommand =
  | OpenAccount
  | FreezeAccount
  | UnfreezeAccount
  | CredentialsChanged
  | AcceptCredentials
  | RemoveUser
