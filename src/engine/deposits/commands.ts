import type { CurrencyId, NetworkId, ReturnId, UserId } from '../../contract/ids.ts'

/** Gives the user the next number of a deposit address, the same on all networks. Repeating it changes nothing. */
export type GiveDepositNumber = { readonly type: 'give-deposit-number'; readonly user: UserId }

/**
 * The chain of an EVM network is followed for the first time: what is at or before `position` is not credited. Changes
 * nothing once the stream has a position.
 */
export type BeginStream = { readonly type: 'begin-stream'; readonly network: NetworkId; readonly position: bigint }

/**
 * A final transfer to an address of the exchange. `position` rises within a stream; `part` is the ordinal of the transfer
 * within its transaction. `to`: `unclaimed` if no user owns it; `world` for funding by the operator; `gas` for what own
 * payments brought back, which may be 0.
 */
export type Credit = {
  readonly position: bigint
  readonly txid: string
  readonly part: number
  readonly currency: CurrencyId
  /** As the chain counts. The engine rounds it down to units. */
  readonly raw: bigint
  readonly to: UserId | 'unclaimed' | 'world' | 'gas'
  /** The receiving address, for the record. */
  readonly address: string
  /** Who sent it, in canonical form; only of what is unclaimed, and absent if the chain does not show it. */
  readonly sender?: string
  /** Raw amount of the coin that pays fees: what the exchange paid to receive it. Only on TON. */
  readonly fee?: bigint
}

/** Credits in rising positions. A position that the stream has passed is skipped, so that each is credited once. */
export type CreditDeposits = {
  readonly type: 'credit-deposits'
  readonly network: NetworkId
  /** `evm:{network code}:{generation}`; of TON `ton:…`, and for a jetton followed by `:{its master}`. */
  readonly stream: string
  readonly credits: readonly Credit[]
}

/** Gives an unclaimed deposit to a user. */
export type AssignUnclaimed = {
  readonly type: 'assign-unclaimed'
  readonly stream: string
  readonly txid: string
  readonly part: number
  readonly to: UserId
  readonly operator: string
  readonly reason: string
}

/**
 * The addresses of the exchange hold more than the books say, because coins arrived in a way that the server does not see.
 * Nobody can be credited: the surplus is booked to `unclaimed`. `raw` as the chain counts. `through`: the position up to which
 * the chain was compared, so that what was in the surplus is not credited as well, when the chain is read again.
 */
export type BookSurplus = {
  readonly type: 'book-surplus'
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly raw: bigint
  readonly stream: string
  readonly through: bigint
}

/** Sends an unclaimed deposit to an address. The network fee is the operator's. */
export type ReturnUnclaimed = {
  readonly type: 'return-unclaimed'
  readonly stream: string
  readonly txid: string
  readonly part: number
  /** Valid and in its canonical form: the server checked it. */
  readonly address: string
  readonly operator: string
  readonly reason: string
}

/** `signature`: Ed25519 signatures of approvers for the signer, in base64, separated by spaces. */
export type ApproveReturn = {
  readonly type: 'approve-return'
  readonly return: ReturnId
  readonly signature: string
  readonly operator: string
  readonly reason: string
}

/** Before a payment is assigned. `operator` null: the payment cannot be made. */
export type CancelReturn = {
  readonly type: 'cancel-return'
  readonly return: ReturnId
  readonly operator: string | null
  readonly reason: string
}

export type DepositCommand =
  | GiveDepositNumber
  | BeginStream
  | CreditDeposits
  | AssignUnclaimed
  | BookSurplus
  | ReturnUnclaimed
  | ApproveReturn
  | CancelReturn
