/** What the exchange reads from TON and sends to it. Addresses raw, hashes 64 lower-case hex digits, amounts in nanotons. */

import type { TonTransaction } from './transaction.ts'

/** Before its first transaction an account has `lastLt` 0 and a `lastHash` of zeros. */
export type TonAccount = {
  readonly balance: bigint
  /** Null while no contract is deployed at the address. */
  readonly codeHash: string | null
  readonly lastLt: bigint
  readonly lastHash: string
  /** Unix time in seconds of the masterchain block of this answer. Every transaction of the account up to it is in the list. */
  readonly time: number
}

/** Every failure is `ChainUnavailable`. What is in an account's list is final. */
export type TonChain = {
  account(address: string): Promise<TonAccount>
  /** The transaction at this place and those before it, the newest first. At most `limit`, at least one. */
  transactionsBefore(address: string, lt: bigint, hash: string, limit: number): Promise<readonly TonTransaction[]>
  /** A rejection by the endpoint decides nothing: send again until the list of the account decides. */
  send(boc: Uint8Array): Promise<void>
  /** The address of the owner's wallet of a jetton. */
  jettonWallet(master: string, owner: string): Promise<string>
  /** In the jetton's smallest units; 0 while no contract is deployed at the address. */
  jettonBalance(wallet: string): Promise<bigint>
  /** After the transaction `lastHash`: undefined if the answer is of another state. Old versions of the API do not tell. */
  jettonBalanceAt(wallet: string, lastHash: string): Promise<bigint | undefined>
}
