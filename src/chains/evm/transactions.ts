/** The only transactions that the exchange builds: a transfer of the coin of a chain, or of a token. EIP-1559. */

import type { TransactionSerializableEIP1559 } from 'viem'
import { bytesToHex, hexToBytes, keccak256, parseTransaction } from 'viem/utils'
import { readTransferData, transferData } from './erc20.ts'

/** `contract` null: the coin of the chain. `maxFee` and `tip` in wei per gas. Addresses lower case. */
type EvmTransfer = {
  readonly chainId: number
  readonly nonce: number
  readonly to: string
  readonly contract: string | null
  readonly raw: bigint
  readonly maxFee: bigint
  readonly tip: bigint
}

export const COIN_GAS = 21_000n
export const TOKEN_GAS = 90_000n

/** The most that the fee of a transfer can be, in wei. */
export const maxGasCost = (contract: string | null, maxFee: bigint): bigint =>
  maxFee * (contract === null ? COIN_GAS : TOKEN_GAS)

type Hex = `0x${string}`

export function unsignedTransaction(transfer: EvmTransfer): TransactionSerializableEIP1559 & { type: 'eip1559' } {
  const { chainId, nonce, to, contract, raw, maxFee, tip } = transfer
  const common = { type: 'eip1559', chainId, nonce, maxFeePerGas: maxFee, maxPriorityFeePerGas: tip } as const
  if (contract === null) return { ...common, to: to as Hex, value: raw, gas: COIN_GAS }
  return { ...common, to: contract as Hex, value: 0n, data: transferData(to, raw), gas: TOKEN_GAS }
}

/** The transfer of a signed or unsigned transaction; undefined for any transaction that `unsignedTransaction` does not build. */
export function readTransaction(bytes: Uint8Array): EvmTransfer | undefined {
  const transaction = parsed(bytes)
  if (transaction === undefined || transaction.type !== 'eip1559') return undefined
  const { chainId, nonce = 0, to, value = 0n, data = '0x', gas, accessList = [] } = transaction
  const { maxFeePerGas: maxFee = 0n, maxPriorityFeePerGas: tip = 0n } = transaction
  if (to === undefined || to === null || chainId === undefined || accessList.length > 0) return undefined
  const common = { chainId, nonce, maxFee, tip }
  if (data === '0x')
    return gas === COIN_GAS ? { ...common, to: to.toLowerCase(), contract: null, raw: value } : undefined
  const call = readTransferData(data)
  if (call === undefined || value !== 0n || gas !== TOKEN_GAS) return undefined
  return { ...common, ...call, contract: to.toLowerCase() }
}

function parsed(bytes: Uint8Array) {
  try {
    return parseTransaction(bytesToHex(bytes))
  } catch {
    return undefined
  }
}

export const bytesOf = (hex: string): Uint8Array => hexToBytes(hex as Hex)
export const hexOf = (bytes: Uint8Array): Hex => bytesToHex(bytes)

/** Of a signed transaction. */
export const txidOf = (raw: Uint8Array): Hex => keccak256(raw)
