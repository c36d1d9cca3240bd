import type { Millis, NetworkId, PaymentId, UserId, WithdrawalId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import type { Posting } from '../postings.ts'
import type { FoundPayment } from '../withdrawals/found.ts'
import type { BookPayment, WalletNumber } from './commands.ts'
import type { Payment } from './state.ts'

type PaymentAssigned = { readonly type: 'payment-assigned'; readonly at: Millis; readonly payment: Payment }

type PaymentExecuted = {
  readonly type: 'payment-executed'
  readonly payment: PaymentId
  readonly txid: string
  /** Raw amount of the fee. */
  readonly gas: bigint
  readonly postings: readonly Posting[]
}

/** `user` and `withdrawal` are null for payments that no user requested. */
type Closed = {
  readonly at: Millis
  readonly payment: PaymentId
  readonly user: UserId | null
  readonly withdrawal: WithdrawalId | null
  /** Raw amount of the fee that is booked now. */
  readonly gas: bigint
  readonly postings: readonly Posting[]
}

export type PaymentSettled = Closed & { readonly type: 'payment-settled'; readonly txid: string }
export type PaymentFailed = Closed & {
  readonly type: 'payment-failed'
  /** `lost`: with its chain. `missing`: an operator decided that its jettons did not arrive. */
  readonly proof: 'reverted' | 'replaced' | 'lost' | 'missing'
  readonly txid: string | null
}

/** The withdrawal has no payment any more. `skips`: how many of its payments were skipped. */
export type PaymentRetried = Closed & {
  readonly type: 'payment-retried'
  readonly proof: 'expired' | 'skipped'
  readonly txid: string | null
  readonly skips: number
}

type PaymentBooked = {
  readonly type: 'payment-booked'
  readonly at: Millis
  readonly network: NetworkId
  readonly wallet: WalletNumber
  readonly nonce: number
  readonly txid: string
  readonly transfer: BookPayment['transfer']
  readonly received?: BookPayment['received']
  readonly gas: bigint
  /** Null if nothing left the exchange. */
  readonly found: FoundPayment | null
  readonly postings: readonly Posting[]
}

/** `found`: the payment afterwards. `amount`: what left the account, the fee included. `reason`: the user reads it. */
type PaymentCharged = {
  readonly type: 'payment-charged'
  readonly at: Millis
  readonly user: UserId
  readonly found: FoundPayment
  readonly amount: Units
  readonly fee: Units
  readonly reason: string
  readonly postings: readonly Posting[]
}

type NoncesSkipped = {
  readonly type: 'nonces-skipped'
  readonly network: NetworkId
  readonly wallet: WalletNumber
  readonly next: number
}

type GenerationClosed = {
  readonly type: 'generation-closed'
  readonly network: NetworkId
  readonly generation: number
  readonly postings: readonly Posting[]
}

export type PaymentEvent =
  | PaymentAssigned
  | PaymentExecuted
  | PaymentSettled
  | PaymentFailed
  | PaymentRetried
  | PaymentBooked
  | PaymentCharged
  | NoncesSkipped
  | GenerationClosed
