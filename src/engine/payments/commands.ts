import type { CurrencyId, NetworkId, PaymentId, ReturnId, UserId, WithdrawalId } from '../../contract/ids.ts'

/** The number of an address of the exchange: 0 is the hot wallet, others are deposit addresses of users. */
export type WalletNumber = number

/**
 * What a payment does. A return sends an unclaimed deposit to an address, with the approvals of its operators. A sweep moves
 * coins from a deposit address to the hot wallet; gas goes from the hot wallet to a deposit address, to pay for a sweep. On
 * TON there are neither; `deploy` puts the code of the hot wallet on the chain. `raw` as the chain counts.
 */
export type PaymentPurpose =
  | { readonly kind: 'withdrawal'; readonly withdrawal: WithdrawalId }
  | {
      readonly kind: 'return'
      readonly return: ReturnId
      readonly currency: CurrencyId
      readonly address: string
      readonly raw: bigint
      readonly signature: string | null
    }
  | { readonly kind: 'sweep'; readonly from: WalletNumber; readonly currency: CurrencyId; readonly raw: bigint }
  | { readonly kind: 'gas'; readonly to: WalletNumber; readonly raw: bigint }
  | { readonly kind: 'deploy' }

/**
 * Gives the payment the next nonce of its wallet. A withdrawal that has a payment gets the same one. `paidWith`: the nonce
 * of a final transaction that paid it before a restore lost the payment; then the network may be paused. `generation`: of
 * the chain that will be paid on; absent in old journals. `createdAt`: when the message of a payment on TON begins to be
 * valid, in seconds by the clock of the chain; only there.
 */
export type AssignPayment = {
  readonly type: 'assign-payment'
  readonly network: NetworkId
  readonly purpose: PaymentPurpose
  readonly generation?: number
  readonly paidWith?: number
  readonly createdAt?: number
}

/**
 * The wallet on TON executed the message of a payment of jettons, which left the exchange; whether they arrive is not known
 * yet. `gas`: raw amount that the message took from the wallet. A repeat changes nothing.
 */
export type ExecutePayment = {
  readonly type: 'execute-payment'
  readonly payment: PaymentId
  readonly txid: string
  readonly gas: bigint
}

/**
 * A version of the payment is in a final block and moved the amount. `gas`: raw amount of the fee; 0 if it is booked because
 * the payment was executed before.
 */
export type SettlePayment = {
  readonly type: 'settle-payment'
  readonly payment: PaymentId
  readonly txid: string
  readonly gas: bigint
}

/**
 * Proof that the amount did not move and never will: a final block has the payment without effect (`reverted`), or
 * another transaction used its nonce (`replaced`). A withdrawal is returned to the user.
 */
export type FailPayment = {
  readonly type: 'fail-payment'
  readonly payment: PaymentId
  readonly proof: 'reverted' | 'replaced'
  readonly txid: string | null
  readonly gas: bigint
}

/**
 * The payment moved nothing and never will: no block has its message and it is not valid any more (`expired`), or the chain
 * used its nonce without sending the amount (`skipped`). A withdrawal waits for another payment, with another nonce; if
 * that is skipped too, for an operator. Only on TON.
 */
export type RetryPayment = {
  readonly type: 'retry-payment'
  readonly payment: PaymentId
  readonly proof: 'expired' | 'skipped'
  readonly txid: string | null
  readonly gas: bigint
}

/**
 * An operator's decision about a payment of jettons on TON that left the wallet, but neither arrived nor came back in time.
 * `arrived`: it is settled. `lost`: a withdrawal is returned to its user, a deposit that was sent back is unclaimed again,
 * and the exchange bears the jettons.
 */
export type DecidePayment = {
  readonly type: 'decide-payment'
  readonly payment: PaymentId
  readonly decision: 'arrived' | 'lost'
  readonly operator: string
  readonly reason: string
}

/**
 * Gives numbers of a wallet on TON up to `next` to no payment, because the signer used them for messages that expired and
 * that the engine lost. Never lowers the next number. The network must be paused.
 */
export type SkipNonces = {
  readonly type: 'skip-nonces'
  readonly network: NetworkId
  readonly wallet: WalletNumber
  readonly next: number
  readonly operator: string
  readonly reason: string
}

/**
 * A play chain was lost and begins again: what the exchange had on it is booked to `world`, users keep their balances,
 * unfinished withdrawals are returned, and all numbers of its wallets begin at 0.
 */
export type CloseGeneration = {
  readonly type: 'close-generation'
  readonly network: NetworkId
  /** The generation that ends; a repeat changes nothing. */
  readonly generation: number
}

/**
 * A final payment that the engine does not know, because it was made after the backup that was restored. `transfer`: what
 * left the exchange; null: it stayed within it. `user`: who requested it, and is charged; null: the exchange bears it.
 */
export type BookPayment = {
  readonly type: 'book-payment'
  readonly network: NetworkId
  readonly wallet: WalletNumber
  readonly nonce: number
  readonly txid: string
  readonly transfer: {
    readonly currency: CurrencyId
    readonly raw: bigint
    readonly to: string
    readonly memo?: string
  } | null
  /** Where it moved coins to an own address: what is there must be looked at. */
  readonly received?: { readonly currency: CurrencyId; readonly address: string }
  readonly gas: bigint
  readonly user: UserId | null
  readonly operator: string
  readonly reason: string
}

/** An operator knows who requested a payment that was found: takes the free balance, up to what is missing. */
export type ChargePayment = {
  readonly type: 'charge-payment'
  readonly txid: string
  readonly user: UserId
  readonly operator: string
  readonly reason: string
}

export type PaymentCommand =
  | AssignPayment
  | ExecutePayment
  | SettlePayment
  | FailPayment
  | RetryPayment
  | DecidePayment
  | BookPayment
  | ChargePayment
  | SkipNonces
  | CloseGeneration
