/** The transaction of a payment. The signer builds it itself; nothing else is ever signed. */

import type { HDAccount } from 'viem/accounts'
import { keccak256 } from 'viem/utils'
import { unsignedTransaction } from '../chains/evm/transactions.ts'
import type { EvmSignInput } from './protocol.ts'

/** The same bytes for the same payment: signatures are deterministic (RFC 6979). */
export async function signTransaction(account: HDAccount, input: EvmSignInput): Promise<{ raw: string; txid: string }> {
  const { amount, maxFee, tip } = input
  const fees = { raw: BigInt(amount), maxFee: BigInt(maxFee), tip: BigInt(tip) }
  const raw = await account.signTransaction(unsignedTransaction({ ...input, ...fees }))
  return { raw, txid: keccak256(raw) }
}
