import type { CurrencyId, Millis, NetworkId, ReturnId, UserId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import type { Posting } from '../postings.ts'
import type { DepositReturn } from './state.ts'

type DepositNumberGiven = {
  readonly type: 'deposit-number-given'
  readonly user: UserId
  readonly number: number
}

type StreamBegun = { readonly type: 'stream-begun'; readonly stream: string; readonly position: bigint }

type OnChain = {
  readonly at: Millis
  readonly network: NetworkId
  readonly stream: string
  readonly position: bigint
  readonly txid: string
  readonly part: number
  readonly currency: CurrencyId
  readonly amount: Units
  readonly raw: bigint
  readonly address: string
  readonly sender?: string
  readonly postings: readonly Posting[]
  /** Raw amount of the coin that pays fees, if the exchange paid for receiving it. */
  readonly fee?: bigint
  /** Of a user, and worth less than 0.01 USDT at the last price: the history has no row of its own for it. */
  readonly isSmall?: true
}

export type DepositCredited = OnChain & { readonly type: 'deposit-credited'; readonly user: UserId }

/**
 * No user owns it, or its amount is below the minimum (`owner` is the user then, and it cannot be assigned): booked to
 * `unclaimed`. Funding by the operator is booked to `world`, what own payments brought back to `gas`.
 */
export type DepositBooked = OnChain & {
  readonly type: 'deposit-booked'
  readonly reason: 'unclaimed' | 'below-minimum' | 'funding' | 'returned-gas'
  readonly owner: UserId | null
}

type DepositAssigned = {
  readonly type: 'deposit-assigned'
  readonly at: Millis
  readonly network: NetworkId
  readonly stream: string
  readonly txid: string
  readonly part: number
  readonly user: UserId
  readonly currency: CurrencyId
  readonly amount: Units
  readonly address: string
  readonly postings: readonly Posting[]
}

type SurplusBooked = {
  readonly type: 'surplus-booked'
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly raw: bigint
  readonly amount: Units
  readonly stream: string
  readonly through: bigint
  readonly postings: readonly Posting[]
}

type ReturnRequested = { readonly type: 'return-requested'; readonly return: DepositReturn }
type ReturnApproved = { readonly type: 'return-approved'; readonly return: ReturnId; readonly signature: string }
type ReturnCancelled = { readonly type: 'return-cancelled'; readonly return: ReturnId }

export type DepositEvent =
  | DepositNumberGiven
  | StreamBegun
  | DepositCredited
  | DepositBooked
  | DepositAssigned
  | SurplusBooked
  | ReturnRequested
  | ReturnApproved
  | ReturnCancelled
