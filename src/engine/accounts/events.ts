import type { Millis, UserId } from '../../contract/ids.ts'
import type { Posting } from '../ledger/ledger.ts'
import type { AccountKind } from './commands.ts'

export type AccountOpened = {
  readonly type: 'account-opened'
  readonly at: Millis
  readonly user: UserId
  readonly kind: AccountKind
  readonly referralCode: number | null
  readonly referrer: UserId | null
  readonly postings: readonly Posting[]
}

export type AccountFrozenSet = {
  readonly type: 'account-frozen-set'
  readonly user: UserId
  readonly frozen: boolean
}

export type AccountEvent = AccountOpened | AccountFrozenSet
