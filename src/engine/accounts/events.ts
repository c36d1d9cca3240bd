import type { Millis, UserId } from '../../contract/ids.ts'
import type { Posting } from '../postings.ts'
import type { AccountKind, Credentials } from './commands.ts'
import type { FreezeOrigin } from './freeze.ts'

export type AccountOpened = {
  readonly type: 'account-opened'
  readonly at: Millis
  readonly user: UserId
  readonly kind: AccountKind
  readonly referralCode: number | null
  readonly referrer: UserId | null
  readonly postings: readonly Posting[]
}

type FreezeChanged = { readonly at: Millis; readonly user: UserId; readonly origin: FreezeOrigin }

/** Its orders were closed by events before this one. */
type AccountFrozen = FreezeChanged & { readonly type: 'account-frozen' }

/** The freeze ends at `liftsAt`, without another event. */
export type AccountUnfrozen = FreezeChanged & { readonly type: 'account-unfrozen'; readonly liftsAt: Millis }

type CredentialsRecorded = Credentials & {
  readonly type: 'credentials-recorded'
  readonly at: Millis
  readonly user: UserId
}

type UserRemoved = {
  readonly type: 'user-removed'
  readonly user: UserId
  readonly operator: string
  readonly reason: string
}

export type AccountEvent = AccountOpened | AccountFrozen | AccountUnfrozen | CredentialsRecorded | UserRemoved
