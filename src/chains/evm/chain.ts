/** What the exchange reads from an EVM chain and sends to it. Addresses, hashes and data: lower case, with `0x`. */

import type { Millis } from '../../contract/ids.ts'

export { ChainUnavailable } from '../chain-unavailable.ts'

export type BlockRef = {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly at: Millis
}

/** `topics` and `data` as hex. The ordinal of a log is its index in the receipt, never that in the block. */
export type EvmLog = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** `effectiveGasPrice` × `gasUsed` is the fee in wei. */
export type EvmReceipt = {
  readonly txid: string
  readonly from: string
  readonly height: number
  readonly blockHash: string
  readonly status: 0 | 1
  readonly gasUsed: bigint
  readonly effectiveGasPrice: bigint
  readonly logs: readonly EvmLog[]
}

/** `to` is null if the transaction creates a contract. `value` in wei. */
export type EvmTransaction = {
  readonly txid: string
  readonly from: string
  readonly nonce: number
  readonly to: string | null
  readonly value: bigint
  readonly receipt: EvmReceipt
}

/**
 * A call inside a transaction that moves the coin of the chain. `path`: its place in the tree of calls, [] is the
 * transaction itself. `failed`: this call was reverted; calls below a failed one have no effect either.
 */
export type EvmTrace = {
  readonly txid: string
  readonly path: readonly number[]
  readonly from: string
  readonly to: string | null
  readonly value: bigint
  readonly failed: boolean
}

export type EvmBlock = BlockRef & {
  readonly transactions: readonly EvmTransaction[]
  readonly traces: readonly EvmTrace[]
}

export type EvmChain = {
  readonly chainId: number
  /** The newest and the newest final block, on which all endpoints agree. */
  head(): Promise<{ readonly latest: BlockRef; readonly final: BlockRef }>
  block(height: number): Promise<EvmBlock>
  /** In wei, after block `at`. */
  balance(address: string, at: number | 'latest'): Promise<bigint>
  tokenBalance(contract: string, address: string, at: number | 'latest'): Promise<bigint>
  /** The next nonce of the address after block `at`. */
  transactionCount(address: string, at: number | 'latest'): Promise<number>
  /** The next nonce after all transactions that any endpoint knows, in a block or not. */
  pendingCount(address: string): Promise<number>
  /** Undefined while no block has the transaction. */
  receipt(txid: string): Promise<EvmReceipt | undefined>
  /** What a new transaction should offer per gas, in wei. */
  fees(): Promise<{ readonly maxFee: bigint; readonly tip: bigint }>
  wouldRevert(call: {
    readonly from: string
    readonly to: string
    readonly value: bigint
    readonly data: string
  }): Promise<boolean>
  /** A rejection by the endpoint decides nothing: send again until a final block decides. */
  send(raw: Uint8Array): Promise<void>
}
