/** The transaction of a payment. The signer builds it itself; nothing else is ever signed. */

import { encodeFunctionData, erc20Abi, type Hex, keccak256, type TransactionSerializableEIP1559 } from 'viem'
import type { HDAccount } from 'viem/accounts'
import type { SignInput } from './protocol.ts'

/** Fixed: 21,000 for the coin of the chain, 90,000 for tokens. */
export const gasLimitOf = ({ contract }: Pick<SignInput, 'contract'>): bigint => (contract === null ? 21_000n : 90_000n)

function transactionOf(input: SignInput): TransactionSerializableEIP1559 {
  const { chainId, nonce, to, contract, amount, maxFee, tip } = input
  const fees = { maxFeePerGas: BigInt(maxFee), maxPriorityFeePerGas: BigInt(tip), gas: gasLimitOf(input) }
  const common = { type: 'eip1559', chainId, nonce, ...fees } as const
  if (contract === null) return { ...common, to: to as Hex, value: BigInt(amount) }
  const args = [to as Hex, BigInt(amount)] as const
  return { ...common, to: contract as Hex, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }) }
}

/** The same bytes for the same payment: signatures are deterministic (RFC 6979). */
export async function signTransaction(account: HDAccount, input: SignInput): Promise<{ raw: string; txid: string }> {
  const raw = await account.signTransaction(transactionOf(input))
  return { raw, txid: keccak256(raw) }
}
