/** Decides from a final block whether a payment moved its amount, or never will. */

import type { BlockRef, EvmChain, EvmReceipt } from '../../chains/evm/chain.ts'
import { readTransferLog } from '../../chains/evm/erc20.ts'
import type { PaymentTerms } from './payment-terms.ts'

/**
 * `waiting`: nothing is final; `mined` is the block that has it now. `unknown`: another transaction than the given ones
 * used the nonce. `unclear`: it is final, but the token does not report the movement. `gas`: the fee in wei.
 */
export type Verdict =
  | { readonly type: 'waiting'; readonly mined: EvmReceipt | undefined }
  | { readonly type: 'settled' | 'reverted' | 'unclear'; readonly receipt: EvmReceipt; readonly gas: bigint }
  | { readonly type: 'unknown' }

export async function verdictOf(
  chain: EvmChain,
  final: BlockRef,
  terms: PaymentTerms & { readonly nonce: number },
  txids: readonly string[],
): Promise<Verdict> {
  const used = await chain.transactionCount(terms.from, final.height)
  const receipts = await Promise.all(txids.map((txid) => chain.receipt(txid)))
  const found = receipts.find((receipt) => receipt !== undefined)
  if (used <= terms.nonce) return { type: 'waiting', mined: found }
  if (found === undefined) return { type: 'unknown' }
  if (found.height > final.height) return { type: 'waiting', mined: found }
  const gas = found.gasUsed * found.effectiveGasPrice
  if (found.status === 0) return { type: 'reverted', receipt: found, gas }
  return { type: terms.contract === null || reports(found, terms) ? 'settled' : 'unclear', receipt: found, gas }
}

/** The exact Transfer log. */
const reports = ({ logs }: EvmReceipt, { contract, from, to, raw }: PaymentTerms): boolean =>
  logs.some((log) => {
    const transfer = log.address === contract ? readTransferLog(log) : undefined
    return transfer?.from === from && transfer.to === to && transfer.raw === raw
  })
